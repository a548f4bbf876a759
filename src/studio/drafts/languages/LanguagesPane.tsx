import { Badge, Button, SegmentedControl, Table, Text, Textarea } from '@mantine/core'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { LANGUAGE_NAMES } from '../../../author/words/languageProblems.ts'
import type { Language } from '../../../../schemas/flow/languages.ts'
import { stepsOf } from '../../../author/edit/stepsOf.ts'
import {
  addLanguage,
  translate,
  translationsOf,
  type Translation,
} from '../../../author/edit/translations.ts'
import type { ReadText } from '../../../author/forms/readText.ts'
import { readDoc, SETTLE_MS, useFlowText } from '../edits/useFlowText.ts'
import { useEditorLook } from '../forms/useEditorLook.ts'
import type { EditorHandle } from '../TextEditor.tsx'
import { TRANSLATIONS as WORDS } from './languageScreen.ts'
import './languages.css'

export interface LanguagesPaneProps {
  editor: EditorHandle
  /** Shows the page in a language, at a step if given. */
  onShow: (language: Language, step: string | null) => void
}

/** Texts of the flow beside their translations, with what is missing and what changed since. */
export function LanguagesPane({ editor, onShow }: LanguagesPaneProps) {
  const { read } = useFlowText(useEditorLook(editor).doc)
  if (!read) return <Text size="sm">{WORDS.notRead}</Text>
  const languages = languagesIn(read)
  const [own, other] = languages
  const edit = (make: (read: ReadText) => Parameters<EditorHandle['keep']>[0], field?: string) => {
    const now = readDoc(editor.look().doc)
    if (!('fault' in now)) editor.change(make(now), field)
  }
  if (!other) {
    const added = own === 'en' ? 'es' : 'en'
    return (
      <>
        <Text size="sm">{WORDS.none(LANGUAGE_NAMES[own!])}</Text>
        <Button mt="sm" size="xs" onClick={() => edit((now) => addLanguage(now, added))}>
          {WORDS.add(LANGUAGE_NAMES[added])}
        </Button>
      </>
    )
  }
  return (
    <Translations
      read={read}
      from={own!}
      to={other}
      onSay={(text, said, field) => edit((now) => translate(now, { language: other, text, said }), field)}
      onShow={(step) => onShow(other, step)}
    />
  )
}

/** Languages of a flow, its own first. */
function languagesIn({ document }: ReadText): Language[] {
  const { default: own = 'en', ...others } =
    (document as { ui_config?: { languages?: { default?: Language } } }).ui_config?.languages ?? {}
  return [own, ...(['en', 'es'] as const).filter((name) => name !== own && name in others)]
}

interface TranslationsProps {
  read: ReadText
  from: Language
  to: Language
  /** `field` is the text whose translation is being typed. */
  onSay: (text: string, said: string, field?: string) => void
  onShow: (step: string | null) => void
}

/** Number of rows to begin with. */
const MOST_ROWS = 40

function Translations({ read, from, to, onSay, onShow }: TranslationsProps) {
  const rows = translationsOf(read.document, to)
  const [isAll, setAll] = useState(false)
  const [shown, setShown] = useState(MOST_ROWS)
  /** Rows that were to do when the list was chosen: one that is done while typing stays. */
  const [kept, setKept] = useState<ReadonlySet<string>>(() => toDoIn(rows))
  // The page shows the translations from the start.
  useEffect(() => onShow(null), [to])
  const toDo = toDoIn(rows)
  const listed = rows.filter(({ text }) => isAll || toDo.has(text) || kept.has(text))
  const steps = stepsOf(read.document)
  const stepOf = ({ at }: Translation) =>
    steps.find((step) => step.at.every((part, index) => part === at[index]))?.id ??
    stepAsking(read.document, at)
  return (
    <>
      <Text size="sm">{WORDS.about(LANGUAGE_NAMES[from], LANGUAGE_NAMES[to])}</Text>
      <SegmentedControl
        my="xs"
        size="xs"
        aria-label={WORDS.choice}
        value={isAll ? 'all' : 'todo'}
        data={[
          { value: 'todo', label: WORDS.toDo(toDo.size) },
          { value: 'all', label: WORDS.all(rows.length) },
        ]}
        onChange={(value) => {
          setAll(value === 'all')
          setKept(toDo)
          setShown(MOST_ROWS)
        }}
      />
      {listed.length === 0 && (
        <Text size="sm" role="status">
          {WORDS.allDone}
        </Text>
      )}
      {listed.length > 0 && (
        <Table className="translations" verticalSpacing="xs" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{LANGUAGE_NAMES[from]}</Table.Th>
              <Table.Th scope="col">{LANGUAGE_NAMES[to]}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {listed.slice(0, shown).map((row) => (
              <Row key={JSON.stringify(row.at)} {...{ row, to, onSay, onShow }} step={stepOf(row)} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {listed.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + MOST_ROWS)}>
          {WORDS.more(listed.length - shown)}
        </Button>
      )}
    </>
  )
}

function toDoIn(rows: readonly Translation[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ text, state }) => (state === 'done' ? [] : text)))
}

/** Step that asks the question that a text belongs to; null if none does. */
function stepAsking(document: unknown, at: Translation['at']): string | null {
  if (at[0] !== 'constants_config') return null
  const asks = `"question_key":${JSON.stringify(at[2])}`
  const flow = document as { ui_config?: { offers?: Record<string, { steps?: unknown[] }> } }
  const step = stepsOf(document).find(({ at: [, , offer, , index] }) =>
    JSON.stringify(flow.ui_config?.offers?.[String(offer)]?.steps?.[Number(index)]).includes(asks),
  )
  return step?.id ?? null
}

interface RowProps extends Pick<TranslationsProps, 'to' | 'onSay' | 'onShow'> {
  row: Translation
  step: string | null
}

function Row({ row: { text, said, was, state }, step, to, onSay, onShow }: RowProps) {
  const typing = useTranslating(said, (words) => onSay(text, words, `translation ${text}`))
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" className="translated">
          {text}
        </Text>
        {was !== null && (
          <Text size="xs" c="dimmed">
            {WORDS.was(was)}
          </Text>
        )}
        <div className="translation-acts">
          <Badge size="sm" variant="default">
            {WORDS[state]}
          </Badge>
          {state === 'check' && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={WORDS.looksRightOf(short)}
              onClick={() => onSay(text, said)}
            >
              {WORDS.looksRight}
            </Button>
          )}
          {step !== null && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={WORDS.showOf(short)}
              onClick={() => onShow(step)}
            >
              {WORDS.show}
            </Button>
          )}
        </div>
      </Table.Td>
      <Table.Td>
        <Textarea
          lang={to}
          autosize
          minRows={1}
          maxRows={8}
          aria-label={WORDS.translationOf(short, LANGUAGE_NAMES[to])}
          {...typing}
        />
      </Table.Td>
    </Table.Tr>
  )
}

/** Value and events of a field, whose input is written after a pause: the text around it may be large. */
function useTranslating(said: string, write: (words: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; words: string } | null>(null)
  const writing = useRef(write)
  useEffect(() => {
    writing.current = write
  })
  const writeNow = () => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    writing.current(waiting.current.words)
    waiting.current = null
  }
  useEffect(() => {
    if (!waiting.current) setTyped(null)
  }, [said])
  useEffect(() => writeNow, [])
  return {
    value: typed ?? said,
    onChange({ currentTarget: { value: words } }: ChangeEvent<HTMLTextAreaElement>) {
      setTyped(words)
      clearTimeout(waiting.current?.timer)
      waiting.current = { words, timer: setTimeout(writeNow, SETTLE_MS) }
    },
    onBlur: writeNow,
  }
}
