import { Button, CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import type { Condition, Rule } from '../../../../schemas/kernel/rule.ts'
import type { Path } from '../../../author/complete/cursor.ts'
import { fieldsBefore } from '../../../author/edit/fieldsBefore.ts'
import type { ComparableField } from '../../../author/complete/flowNames.ts'
import {
  canBeNone,
  firstSentence,
  GROUPS_DEEP,
  inMode,
  isBuildable,
  isGroup,
  modeOf,
  opposite,
  relationOf,
  withRelation,
  type GroupMode,
  type Relation,
} from '../../../author/forms/ruleParts.ts'
import { ruleSentence } from '../../../author/forms/ruleSentences.ts'
import { FORM } from '../../../texts/studio/formScreen.ts'
import './rules.css'

interface Props {
  document: unknown
  /** The step whose rules they are. */
  step: Path
  rules: readonly unknown[]
  isReadOnly: boolean
  /** Called with all rules of the step; empty if it has none. `isTyped`: a value is being typed. */
  onChange: (rules: readonly unknown[], isTyped: boolean) => void
  /** Shows a rule that sentences can't express in the text. */
  onJson: (index: number) => void
}

/** Rules of a step in sentences: as text, and once asked, as menus. All of them must be met. */
export function RuleBuilder({ document, step, rules, isReadOnly, onChange, onJson }: Props) {
  const [isOpen, setOpen] = useState(false)
  const fields = useMemo(() => fieldsBefore(document, step), [document, step])
  const box = useRef<HTMLDivElement>(null)
  const [first] = fields
  const change = (index: number, rule: Rule | null, isTyped = false) =>
    onChange(
      rules.flatMap((one, at) => (at === index ? (rule ?? []) : one)),
      isTyped,
    )
  return (
    <div className="rules" ref={box}>
      {rules.length === 0 && <p>{FORM.step.always}</p>}
      {rules.map((rule, index) => (
        <div key={index}>
          {index > 0 && <p className="rule-between">{FORM.rule.between.all}</p>}
          {!isBuildable(rule) ? (
            <>
              <p className="form-about">{FORM.rule.asJson}</p>
              <pre className="rule-json" tabIndex={0}>
                {JSON.stringify(rule, null, 2)}
              </pre>
              <Button size="compact-xs" variant="default" onClick={() => onJson(index)}>
                {FORM.rule.openJson}
              </Button>
            </>
          ) : isOpen && !isReadOnly ? (
            <GroupEditor
              group={rule}
              title={FORM.rule.title(index + 1)}
              fields={fields}
              onChange={(next, isTyped) => change(index, next, isTyped)}
            />
          ) : (
            <p className="rule-sentence">{ruleSentence(document, rule)}</p>
          )}
        </div>
      ))}
      {!isReadOnly &&
        (rules.length > 0 ? (
          rules.some((rule) => isBuildable(rule)) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isOpen}
              onClick={() => {
                setOpen(!isOpen)
                if (!isOpen) focusSoon(box.current, 'first')
              }}
            >
              {isOpen ? FORM.rule.done : FORM.rule.edit}
            </Button>
          )
        ) : first ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setOpen(true)
              onChange([{ operator: 'and', conditions: [firstSentence(first)] }], false)
              focusSoon(box.current, 'first')
            }}
          >
            {FORM.rule.add}
          </Button>
        ) : (
          <p className="form-about">{FORM.rule.noFields}</p>
        ))}
    </div>
  )
}

interface GroupProps {
  group: Rule
  title: string
  fields: readonly ComparableField[]
  depth?: number
  /** Called with null once nothing is left of it. */
  onChange: (group: Rule | null, isTyped?: boolean) => void
}

/** Sentences and groups, and how many of them must be true. */
function GroupEditor({ group, title, fields, depth = 1, onChange }: GroupProps) {
  const [mode, setMode] = useState(() => modeOf(group))
  const box = useRef<HTMLFieldSetElement>(null)
  const { conditions } = group
  // Another edit, such as Undo, may have changed what the group says.
  const shown: GroupMode =
    modeOf(group) === 'any' ? 'any' : mode === 'none' && modeOf(group) === 'none' ? 'none' : 'all'
  const put = (index: number, part: Rule | Condition | null, isTyped = false) => {
    const rest = conditions.flatMap((one, at) => (at === index ? (part ?? []) : one))
    if (part === null) focusSoon(box.current, 'button')
    onChange(rest.length === 0 ? null : { ...group, conditions: rest }, isTyped)
  }
  const add = (part: Rule | Condition) => {
    onChange({ ...group, conditions: [...conditions, part] })
    focusSoon(box.current, 'last')
  }
  const [first] = fields
  return (
    <fieldset className="rule-group" ref={box}>
      <legend>{title}</legend>
      {conditions.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={FORM.rule.mode}
          value={shown}
          data={(['all', 'any', 'none'] as const).map((value) => ({
            value,
            label: FORM.rule.modes[value],
            disabled: value === 'none' && !canBeNone(group),
          }))}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value as GroupMode
            setMode(next)
            onChange(inMode(group, shown, next))
          }}
        />
      )}
      {conditions.map((part, index) => (
        <div key={index}>
          {index > 0 && <p className="rule-between">{FORM.rule.between[shown]}</p>}
          {isGroup(part) ? (
            <GroupEditor
              group={part}
              title={`${title}.${index + 1}`}
              fields={fields}
              depth={depth + 1}
              onChange={(next, isTyped) => put(index, next, isTyped)}
            />
          ) : (
            <Sentence
              part={shown === 'none' ? opposite(part) : part}
              fields={fields}
              onChange={(next, isTyped) =>
                put(index, next && shown === 'none' ? opposite(next) : next, isTyped)
              }
            />
          )}
        </div>
      ))}
      {first && (
        <Group gap={4}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => add(shown === 'none' ? opposite(firstSentence(first)) : firstSentence(first))}
          >
            {FORM.rule.add}
          </Button>
          {depth < GROUPS_DEEP && shown !== 'none' && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() =>
                add({ operator: shown === 'any' ? 'and' : 'or', conditions: [firstSentence(first)] })
              }
            >
              {FORM.rule.addGroup}
            </Button>
          )}
        </Group>
      )}
    </fieldset>
  )
}

interface SentenceProps {
  part: Condition
  fields: readonly ComparableField[]
  onChange: (part: Condition | null, isTyped?: boolean) => void
}

/** One comparison: a field, how it is compared, and a value from the field's own answers. */
function Sentence({ part, fields, onChange }: SentenceProps) {
  const { field, arg } = part
  const known = fields.find(({ name }) => name === field)
  const relation = relationOf(part)
  const values = known?.values ?? []
  const isChosen = (relation === 'eq' || relation === 'neq') && values.length > 0
  const isBare = relation === 'answered' || relation === 'unanswered'
  return (
    <div className="rule-sentence-edit">
      <NativeSelect
        size="xs"
        aria-label={FORM.rule.field}
        className="rule-field"
        value={field}
        data={[
          ...(known ? [] : [{ value: field, label: field }]),
          ...fields.map(({ name, label }) => ({ value: name, label })),
        ]}
        onChange={({ currentTarget }) =>
          onChange(firstSentence(fields.find(({ name }) => name === currentTarget.value)!))
        }
      />
      <CloseButton
        size="sm"
        aria-label={FORM.rule.remove}
        title={FORM.rule.remove}
        onClick={() => onChange(null)}
      />
      <NativeSelect
        size="xs"
        aria-label={FORM.rule.relation}
        className="rule-relation"
        value={relation}
        data={Object.entries(FORM.rule.relations).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => onChange(withRelation(part, currentTarget.value as Relation, known))}
      />
      {isChosen ? (
        <NativeSelect
          size="xs"
          aria-label={FORM.rule.value}
          value={String(arg)}
          data={[
            ...(values.some(({ value }) => value === arg) ? [] : [String(arg)]),
            ...values.map(({ value, text }) => ({ value, label: text })),
          ]}
          onChange={({ currentTarget }) => onChange({ ...part, arg: currentTarget.value })}
        />
      ) : (
        !isBare && <TypedValue part={part} onChange={(next) => onChange(next, true)} />
      )}
    </div>
  )
}

/** A value that is typed. Without a value, a rule would ask whether the field is answered, so an empty one stays in the field. */
function TypedValue({ part, onChange }: { part: Condition; onChange: (part: Condition) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      size="xs"
      aria-label={FORM.rule.value}
      value={typed ?? String(part.arg)}
      onBlur={() => setTyped(null)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        if (value !== '') onChange({ ...part, arg: SHORT_NUMBER.test(value) ? Number(value) : value })
      }}
    />
  )
}

/** A number that JSON keeps as it is typed. */
const SHORT_NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{0,4}[1-9])?$/

/** Moves the focus within a group once what it goes to is drawn: its first or last field, or its button. */
function focusSoon(box: HTMLElement | null, to: 'first' | 'last' | 'button'): void {
  setTimeout(() => {
    const fields = [...(box?.querySelectorAll<HTMLElement>('.rule-field select') ?? [])]
    const button = [...(box?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1)
    const found = to === 'first' ? fields[0] : to === 'last' ? fields.at(-1) : button
    ;(found ?? button)?.focus()
  })
}
