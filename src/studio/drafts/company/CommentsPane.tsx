import { Anchor, Button, NativeSelect, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { DraftComment } from '../../../../schemas/studio/comments.ts'
import type { Path } from '../../../author/complete/cursor.ts'
import { elementsOf } from '../../../author/complete/nameKinds.ts'
import { record, valueAt } from '../../../author/complete/shapes.ts'
import { stepsOf, type PlacedStep } from '../../../author/edit/stepsOf.ts'
import { formPathAt } from '../../../author/forms/formPlaces.ts'
import { stepLabel } from '../../../author/forms/labels.ts'
import { asOfText } from '../../../operator/days/days.ts'
import { useAction } from '../../../operator/loading/useAction.ts'
import { DRAFTS } from '../../parts/draftScreen.ts'
import { useStudio } from '../../parts/studioContext.ts'
import { useFlowText } from '../edits/useFlowText.ts'
import { useEditorLook } from '../forms/useEditorLook.ts'
import type { EditorHandle } from '../TextEditor.tsx'
import { COMPANY } from './companyScreen.ts'
import type { Company } from './useCompany.ts'
import './company.css'

interface Props {
  editor: EditorHandle
  path: string
  company: Company
  /** Shows the form of a step, and the step on the page. */
  onOpen: (at: Path, step: string) => void
}

/** Comments on a draft, those about the step at the cursor first, and a form for another one. */
export function CommentsPane({ editor, path, company: { comments, refresh }, onOpen }: Props) {
  const look = useEditorLook(editor)
  const { read } = useFlowText(look.doc)
  const [showsResolved, setShowsResolved] = useState(false)
  const document = read?.document
  const steps = stepsOf(document)
  const at = read ? formPathAt(read, look.offset) : []
  const here = steps.find((step) => step.at.every((part, index) => at[index] === part))
  const resolved = comments.filter((comment) => comment.resolved_at !== null)
  const shown = comments
    .filter((comment) => comment.resolved_at === null || showsResolved)
    .sort((a, b) => Number(b.step === here?.id) - Number(a.step === here?.id))
  return (
    <div className="comments">
      <p className="form-about">{COMPANY.about}</p>
      {/* Remounts for another step, so that it is about that. */}
      <NewComment key={here?.id ?? ''} {...{ document, path, here, refresh }} />
      {shown.length === 0 && <Text c="dimmed">{COMPANY.none}</Text>}
      <ul>
        {shown.map((comment) => (
          <Comment
            key={comment.id}
            {...{ comment, path, document, refresh, onOpen }}
            step={steps.find(({ id }) => id === comment.step) ?? null}
          />
        ))}
      </ul>
      {resolved.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => setShowsResolved(!showsResolved)}>
          {showsResolved ? COMPANY.hideResolved : COMPANY.showResolved(resolved.length)}
        </Button>
      )}
    </div>
  )
}

interface NewProps {
  document: unknown
  path: string
  /** Step at the cursor. */
  here: PlacedStep | undefined
  refresh: () => Promise<void>
}

function NewComment({ document, path, here, refresh }: NewProps) {
  const { calls } = useStudio()
  const { isBusy, failure, run } = useAction()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const [place, setPlace] = useState(here ? '' : WHOLE)
  const questions = here ? questionsOf(document, valueAt(document, here.at)) : []
  const isMissing = text.trim() === ''
  const submit = async () => {
    const step = place === WHOLE ? null : (here?.id ?? null)
    await calls.comment({ path, step, element: place === WHOLE || place === '' ? null : place, text })
    setText('')
    setTried(false)
    await refresh()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isMissing) void run(submit)
      }}
    >
      <Textarea
        label={COMPANY.new}
        size="sm"
        autosize
        minRows={2}
        maxLength={2000}
        value={text}
        error={failure ?? (isTried && isMissing && COMPANY.missing)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {here && (
        <NativeSelect
          label={COMPANY.place}
          size="sm"
          value={place}
          data={[
            { value: '', label: COMPANY.step(stepLabel(document, valueAt(document, here.at))) },
            ...questions.map(([key, label]) => ({ value: key, label: COMPANY.element(label) })),
            { value: WHOLE, label: COMPANY.whole },
          ]}
          onChange={({ currentTarget }) => setPlace(currentTarget.value)}
        />
      )}
      <Button type="submit" size="xs" loading={isBusy}>
        {COMPANY.add}
      </Button>
    </form>
  )
}

/** Place of a comment on the whole draft; no question has this key. */
const WHOLE = '*'

interface CommentProps {
  comment: DraftComment
  path: string
  document: unknown
  /** Its step; null if it has none or the step is gone. */
  step: PlacedStep | null
  refresh: () => Promise<void>
  onOpen: Props['onOpen']
}

function Comment({ comment, path, document, step, refresh, onOpen }: CommentProps) {
  const { calls } = useStudio()
  const { isBusy, failure, run } = useAction()
  const { id, element, text, made_by, made_at, resolved_by, resolved_at } = comment
  const isResolved = resolved_at !== null
  const settle = () =>
    run(async () => {
      await calls.resolveComment({ path, id, resolved: !isResolved })
      await refresh()
    })
  const value = step && valueAt(document, step.at)
  const [, label] = questionsOf(document, value).find(([key]) => key === element) ?? []
  return (
    <li data-resolved={isResolved || undefined}>
      <Text size="xs" c="dimmed">
        {COMPANY.by(made_by, asOfText(made_at))}
      </Text>
      {step ? (
        <Anchor component="button" type="button" size="sm" onClick={() => onOpen(step.at, step.id)}>
          {label ?? stepLabel(document, value)}
        </Anchor>
      ) : (
        <Text size="sm" c="dimmed">
          {comment.step === null ? COMPANY.whole : COMPANY.gone}
        </Text>
      )}
      <p className="comment-text">{text}</p>
      {isResolved && (
        <Text size="xs" c="dimmed">
          {COMPANY.resolvedBy(resolved_by ?? '', asOfText(resolved_at))}
        </Text>
      )}
      <Button
        size="compact-xs"
        variant="default"
        loading={isBusy}
        aria-label={isResolved ? COMPANY.reopenOf(text) : COMPANY.resolveOf(text)}
        onClick={() => void settle()}
      >
        {isResolved ? COMPANY.reopen : COMPANY.resolve}
      </Button>
      {failure !== null && (
        <Text role="alert" size="sm" c="red">
          {failure}
        </Text>
      )}
    </li>
  )
}

/** Key and label of every question of a step. */
function questionsOf(document: unknown, step: unknown): (readonly [key: string, label: string])[] {
  const questions = record(valueAt(document, ['constants_config', 'questions']))
  const keys = elementsOf(step).flatMap(({ question_key: key }) => (typeof key === 'string' ? key : []))
  return [...new Set(keys)].map((key) => {
    const { label } = record(questions[key])
    return [key, typeof label === 'string' && label !== '' ? label : key]
  })
}

/** Names of the other operators who have the draft open. */
export function Editors({ names }: { names: readonly string[] }) {
  return (
    <span role="status" className="editors">
      {names.length > 0 && DRAFTS.editing(names)}
    </span>
  )
}
