import {
  Autocomplete,
  Checkbox,
  ColorInput,
  MultiSelect,
  PasswordInput,
  Select,
  TagsInput,
  Textarea,
  TextInput,
  type ComboboxItem,
} from '@mantine/core'
import type { WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import type { Choice, Kind } from '../author/forms/fieldKinds.ts'
import { plainWord } from '../author/forms/plainWord.ts'
import type { Name } from '../author/complete/flowNames.ts'
import { FORM } from '../texts/studio/formScreen.ts'

/** Options of a field's widget besides those of rjsf. */
export interface FieldOptions {
  about: string
  kind: Kind
  /** Names that fit; null if anything does. */
  names: (() => Name[]) | null
  placeholder: string
}

/** Widget of each kind of field. */
export const WIDGETS = {
  flow_text: FlowText,
  flow_number: FlowNumber,
  flow_yes_no: FlowYesNo,
  flow_choice: FlowChoice,
  flow_texts: FlowTexts,
}

const optionsOf = (props: WidgetProps) => props.options as unknown as FieldOptions

/** Props that all share: label, description, problems. */
function looksOf(props: WidgetProps) {
  const { id, label, required = false, readonly = false, rawErrors = [] } = props
  const { about, placeholder } = optionsOf(props)
  return {
    id,
    label,
    description: about || undefined,
    error: rawErrors.length > 0 ? rawErrors.join(' ') : undefined,
    withAsterisk: required,
    'aria-required': required,
    readOnly: readonly,
    placeholder,
    size: 'sm',
  } as const
}

/** Text that a text field shows for a value; other types are shown as JSON. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function FlowText(props: WidgetProps) {
  const { kind, names } = optionsOf(props)
  const [fitting, setFitting] = useState<Name[]>([])
  const all = { ...looksOf(props), value: textOf(props.value) }
  if (names)
    return (
      <Autocomplete
        {...all}
        data={fitting.map(({ name }) => name)}
        limit={MOST_NAMES}
        onFocus={() => setFitting(names())}
        onChange={props.onChange}
        renderOption={({ option }) => (
          <Option
            name={option.value}
            about={fitting.find(({ name }) => name === option.value)?.about ?? ''}
          />
        )}
      />
    )
  if (kind.kind === 'text' && kind.isColor)
    return <ColorInput {...all} format="hex" withEyeDropper={false} onChange={props.onChange} />
  if (kind.kind === 'text' && kind.isSecret)
    return (
      <PasswordInput
        {...all}
        // The browser only knows the operator's own password for this page.
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': FORM.showSecret, tabIndex: -1 }}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      />
    )
  const size = kind.kind === 'text' ? kind.size : 'line'
  if (size === 'line')
    return <TextInput {...all} onChange={({ currentTarget }) => props.onChange(currentTarget.value)} />
  return (
    <Textarea
      {...all}
      autosize
      minRows={1}
      maxRows={12}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && size !== 'paragraphs') event.preventDefault()
      }}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  )
}

/** Limit above which only names with the typed beginning are shown. */
const MOST_NAMES = 50

/** A number that keeps all its digits: longer ones are rounded. Source: IEEE 754, binary64. */
const KEPT_NUMBER = /^(?!.{17})-?\d+(\.\d+)?$/

/** Number field. Input that isn't a number yet stays only in the field. */
function FlowNumber(props: WidgetProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? textOf(props.value)
  const isNumber = KEPT_NUMBER.test(value)
  const looks = looksOf(props)
  return (
    <TextInput
      {...looks}
      inputMode="decimal"
      value={value}
      error={value === '' || isNumber ? looks.error : FORM.notNumber}
      onBlur={() => setTyped(null)}
      onChange={({ currentTarget: { value: next } }) => {
        setTyped(next)
        if (next === '' && !props.required) props.onChange(undefined)
        else if (KEPT_NUMBER.test(next)) props.onChange(Number(next))
      }}
    />
  )
}

function FlowYesNo(props: WidgetProps) {
  const { withAsterisk: _, readOnly, placeholder, description, ...looks } = looksOf(props)
  return (
    <Checkbox
      {...looks}
      description={
        [description, props.value === undefined && placeholder].filter(Boolean).join(' ') || undefined
      }
      disabled={readOnly}
      checked={props.value === true}
      indeterminate={props.value === undefined}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
  )
}

function FlowChoice(props: WidgetProps) {
  const { kind } = optionsOf(props)
  const choices = 'choices' in kind ? kind.choices : []
  const { description, ...looks } = looksOf(props)
  const chosen = choices.find(({ value }) => value === props.value)
  return (
    <Select
      {...looks}
      description={[description, chosen && meaningOf(chosen)].filter(Boolean).join(' ') || undefined}
      data={dataOf(choices, props.value)}
      value={props.value === undefined ? null : JSON.stringify(props.value)}
      searchable={choices.length > 8}
      allowDeselect={false}
      nothingFoundMessage={FORM.nothingFits}
      renderOption={({ option }) => <Option name={option.label} about={aboutOf(choices, option)} />}
      onChange={(value) => value !== null && props.onChange(JSON.parse(value))}
    />
  )
}

function meaningOf({ value, about }: Choice): string {
  return about && `${plainWord(String(value))}: ${about}`
}

function aboutOf(choices: readonly Choice[], { value }: ComboboxItem): string {
  return choices.find((choice) => JSON.stringify(choice.value) === value)?.about ?? ''
}

/** Choices to show; a written value that isn't among them is added. */
function dataOf(choices: readonly Choice[], value: unknown): ComboboxItem[] {
  const values = choices.map((choice) => choice.value)
  const all = value === undefined || values.includes(value) ? values : [value, ...values]
  return all.map((each) => ({ value: JSON.stringify(each), label: plainWord(String(each)) }))
}

function FlowTexts(props: WidgetProps) {
  const { kind, names } = optionsOf(props)
  const [fitting, setFitting] = useState<Name[]>([])
  const texts = Array.isArray(props.value) ? props.value.map(String) : []
  const choices = 'choices' in kind ? kind.choices : []
  const looks = looksOf(props)
  if (choices.length > 0)
    return (
      <MultiSelect
        {...looks}
        data={[...new Set([...choices.map(({ value }) => String(value)), ...texts])]}
        value={[...new Set(texts)]}
        renderOption={({ option }) => (
          <Option
            name={option.label}
            about={choices.find(({ value }) => value === option.value)?.about ?? ''}
          />
        )}
        onChange={props.onChange}
      />
    )
  if (names)
    return (
      <TagsInput
        {...looks}
        data={fitting.map(({ name }) => name)}
        value={texts}
        limit={MOST_NAMES}
        onFocus={() => setFitting(names())}
        onChange={props.onChange}
      />
    )
  return <Lines {...looks} lines={texts} onChange={props.onChange} />
}

interface LinesProps {
  lines: string[]
  onChange: (lines: string[]) => void
  description: string | undefined
}

/** One text per line. A line that is still empty stays only in the field. */
function Lines({ lines, onChange, description, ...looks }: LinesProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const written = lines.join('\n')
  const isSame = typed !== null && linesOf(typed).join('\n') === written
  return (
    <Textarea
      {...looks}
      description={[description, FORM.perLine].filter(Boolean).join(' ')}
      autosize
      minRows={2}
      maxRows={12}
      value={isSame ? typed : written}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        onChange(linesOf(value))
      }}
    />
  )
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** A name or a word in a list, with its description. */
export function Option({ name, about }: { name: string; about: string }) {
  return (
    <span className="form-option">
      <span>{name}</span>
      {about !== '' && <small>{about}</small>}
    </span>
  )
}
