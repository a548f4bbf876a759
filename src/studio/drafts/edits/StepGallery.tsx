import { Alert, Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Path } from '../../../author/complete/cursor.ts'
import { list, record, valueAt } from '../../../author/complete/shapes.ts'
import { addStep, askedAt } from '../../../author/edit/editSteps.ts'
import { addPart, whyNoPlace, type PartGiven, type PartKey } from '../../../author/edit/readyParts.ts'
import { READY_STEPS, type ReadyKey } from '../../../author/edit/readySteps.ts'
import { stepSketch, type StepSketch } from '../../../author/edit/stepSketch.ts'
import { goesOn } from '../../../author/edit/stepsOf.ts'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../../operator/sheets/SheetEnd.tsx'
import { READY_WORDS, SAMPLE } from '../../../author/edit/readyStepWords.ts'
import { StepThumb } from '../../parts/StepThumb.tsx'
import { lookOf } from '../../parts/siteLook.ts'
import { STEP_EDITS } from './stepScreen.ts'
import type { EditSheet } from './editSheet.ts'

interface Props extends EditSheet {
  /** List that gets the step. */
  steps: Path
  /** Index of the step to add it after; null for the usual place. */
  behind: number | null
}

/** Steps and other parts that are ready to be added. */
export function StepGallery({ editor, read, steps, behind, onDone, onClose }: Props) {
  const there = list(valueAt(read.document, steps))
  const [index, setIndex] = useState(behind ?? there.findLastIndex(goesOn))
  const [hasNoPlace, setNoPlace] = useState(false)
  const [asked, setAsked] = useState<'send' | 'offer' | null>(null)
  const after = [...steps, index]
  const look = lookOf(read.document)
  const add = (key: ReadyKey) => {
    const added = addStep(read, READY_STEPS[key], after)
    if (!added) return setNoPlace(true)
    editor.change(added.edits)
    const renamed = Object.entries(added.fields).map(([field, name]) => STEP_EDITS.renamed(field, name))
    const reused = added.reuses.map(STEP_EDITS.reused)
    onDone(added.at, [STEP_EDITS.added(added.name), ...renamed, ...reused].join(' '))
  }
  const put = (key: PartKey, given?: PartGiven) => {
    const added = addPart(read, key, after, given)
    if (!added) return setNoPlace(true)
    editor.change(added.edits)
    onDone(
      added.at,
      [STEP_EDITS.addedPart[key](added.name), ...added.reuses.map(STEP_EDITS.reused)].join(' '),
    )
  }
  if (asked)
    return (
      <PartSheet
        part={asked}
        buyers={record(valueAt(read.document, ['ui_config', 'buyers']))}
        onAdd={(given) => put(asked, given)}
        onBack={() => setAsked(null)}
        onClose={onClose}
      />
    )
  return (
    <MiddleSheet opened onClose={onClose} title={STEP_EDITS.title} size="xl">
      <p className="form-about">{STEP_EDITS.about}</p>
      <NativeSelect
        label={STEP_EDITS.behind}
        mt="sm"
        value={index}
        data={[
          { value: '-1', label: STEP_EDITS.first },
          ...there.map((step, at) => ({
            value: String(at),
            label: STEP_EDITS.after(stepSketch(read.document, step).title || String(at + 1)),
          })),
        ]}
        onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}
      />
      {hasNoPlace && (
        <Alert color="red" role="alert" mt="sm">
          {STEP_EDITS.noQuestions}
        </Alert>
      )}
      <ul className="ready-steps">
        {(Object.keys(READY_STEPS) as ReadyKey[]).map((key) => {
          const step = askedAt(read.document, READY_STEPS[key])
          return (
            <Card
              key={key}
              words={READY_WORDS.about[key]}
              sketch={sketchOf(key)}
              look={look}
              reason={step && STEP_EDITS.askedAlready(step)}
              onAdd={() => add(key)}
            />
          )
        })}
        {(Object.keys(READY_WORDS.parts) as PartKey[]).map((key) => (
          <Card
            key={key}
            words={READY_WORDS.parts[key]}
            sketch={PART_SKETCHES[key]}
            look={look}
            reason={whyNoPlace(read, key, after)}
            onAdd={() => (key === 'send' || key === 'offer' ? setAsked(key) : put(key))}
          />
        ))}
      </ul>
    </MiddleSheet>
  )
}

interface CardProps {
  words: readonly [name: string, about: string]
  sketch: StepSketch
  look: ReturnType<typeof lookOf>
  /** Reason why it can't be added; null if it can. */
  reason: string | null
  onAdd: () => void
}

function Card({ words: [name, about], sketch, look, reason, onAdd }: CardProps) {
  return (
    <li>
      <button type="button" aria-disabled={reason !== null} onClick={() => reason === null && onAdd()}>
        <StepThumb sketch={sketch} {...look} width={126} />
        <strong>{name}</strong>
        <small>{reason ?? about}</small>
      </button>
    </li>
  )
}

/** Sketch of a ready step, without the marks of its sample texts. */
function sketchOf(key: ReadyKey): StepSketch {
  const { step, question } = READY_STEPS[key]
  const document = { constants_config: { questions: question ? { [question.key]: question.asks } : {} } }
  const { parts, ...sketch } = JSON.parse(
    JSON.stringify(stepSketch(document, step)).replaceAll(`${SAMPLE} `, ''),
  ) as StepSketch
  const drawn = parts.map((part) => (key === 'pictures' ? { ...part, kind: 'picture' as const } : part))
  return { ...sketch, parts: drawn }
}

const PART_SKETCHES: Record<PartKey, StepSketch> = {
  send: { title: READY_WORDS.parts.send[0], parts: [{ kind: 'card', text: READY_WORDS.aBuyer }] },
  sellers: {
    title: READY_WORDS.sellersTitle,
    parts: [
      { kind: 'check', text: READY_WORDS.aBuyer },
      { kind: 'check', text: READY_WORDS.anotherBuyer },
      { kind: 'button', text: READY_WORDS.next },
    ],
  },
  result: { title: READY_WORDS.thanks, parts: [{ kind: 'text', text: READY_WORDS.resultSketch }] },
  faq: {
    title: READY_WORDS.parts.faq[0],
    parts: [
      { kind: 'card', text: READY_WORDS.faqQuestion.replace(`${SAMPLE} `, '') },
      { kind: 'text', text: READY_WORDS.faqAnswer.replace(/<[^<>]*>/g, '').replace(`${SAMPLE} `, '') },
    ],
  },
  offer: {
    title: READY_WORDS.offerAsks.replace(`${SAMPLE} `, ''),
    parts: [
      { kind: 'card', text: READY_WORDS.yes },
      { kind: 'card', text: READY_WORDS.no },
    ],
  },
}

interface PartProps {
  part: 'send' | 'offer'
  buyers: Record<string, unknown>
  onAdd: (given: PartGiven) => void
  onBack: () => void
  onClose: () => void
}

/** Asks who gets the lead, and what a new offer is called. */
function PartSheet({ part, buyers, onAdd, onBack, onClose }: PartProps) {
  const known = Object.keys(buyers)
  const [key, setKey] = useState(part === 'send' ? (known[0] ?? '') : '')
  const [name, setName] = useState('')
  const [offer, setOffer] = useState('')
  const [isTried, setTried] = useState(false)
  const isNew = key === ''
  const isMissing = (text: string) => isTried && text.trim() === ''
  return (
    <MiddleSheet opened onClose={onClose} title={READY_WORDS.parts[part][0]}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if ((isNew && name.trim() === '') || (part === 'offer' && offer.trim() === '')) return
          onAdd({ offer, buyer: isNew ? { name } : { key } })
        }}
      >
        <Text size="sm">{READY_WORDS.parts[part][1]}</Text>
        {part === 'offer' && (
          <TextInput
            label={STEP_EDITS.offerName}
            description={STEP_EDITS.offerNameNote}
            mt="sm"
            data-autofocus
            maxLength={60}
            value={offer}
            error={isMissing(offer) && STEP_EDITS.nameMissing}
            onChange={({ currentTarget }) => setOffer(currentTarget.value)}
          />
        )}
        {known.length > 0 && (
          <NativeSelect
            label={STEP_EDITS.buyer}
            mt="sm"
            value={key}
            data={[
              ...known.map((one) => ({ value: one, label: textOr(one, record(buyers[one])['name']) })),
              { value: '', label: STEP_EDITS.newBuyer },
            ]}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          />
        )}
        {isNew && (
          <TextInput
            label={STEP_EDITS.buyerName}
            description={STEP_EDITS.buyerNameNote}
            mt="sm"
            maxLength={100}
            value={name}
            error={isMissing(name) && STEP_EDITS.nameMissing}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        <SheetEnd failure={null} onCancel={onBack}>
          <Button type="submit">{STEP_EDITS.addPart}</Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}

function textOr(other: string, value: unknown): string {
  return typeof value === 'string' ? value : other
}
