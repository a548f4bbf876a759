import { Button, CloseButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Path } from '../../author/complete/cursor.ts'
import { shapesAt, valueAt, type Shape } from '../../author/complete/shapes.ts'
import { isMap, NEXT } from '../../author/forms/fieldKinds.ts'
import { formAt, type FormField, type FormList } from '../../author/forms/formAt.ts'
import { skeletonsAt } from '../../author/forms/skeletons.ts'
import { AddOption } from '../../forms/AddOption.tsx'
import { ObjectForm } from '../../forms/ObjectForm.tsx'
import { BUYER_FORM } from './buyerScreen.ts'
import { FORM } from '../../texts/studio/formScreen.ts'
import { NewEntry } from './NewEntry.tsx'

export interface DocumentForm {
  schema: Shape
  document: unknown
  /** Errors by place: `buyers/acme/url`. */
  problems: ReadonlyMap<string, string[]>
  /** Places of stored secrets: if left empty, each is kept. */
  kept: ReadonlySet<string>
  isReadOnly: boolean
  /** Undefined removes the value. */
  onChange: (at: Path, value: unknown) => void
}

/** Form of an object, with those of its parts below. */
export function ObjectSection({ form: around, at }: { form: DocumentForm; at: Path }) {
  const { problems, isReadOnly, onChange } = around
  const { form, fields, hasOwnKeys, add, write, leaveOut } = useObject(around, at)
  const wrong = new Map(fields.flatMap(({ key }) => entryOf(key, problems.get([...at, key].join('/')))))
  return (
    <div className="form-object">
      {fields.length > 0 && (
        <ObjectForm
          idPrefix={`form_${at.join('_')}`}
          fields={fields}
          problems={wrong}
          isReadOnly={isReadOnly}
          namesOf={() => []}
          onChange={write}
          onLeaveOut={leaveOut}
        />
      )}
      {form.parts.map((part) => (
        <Within
          key={part.at.join('/')}
          title={part.label}
          about={part.about}
          problems={problems.get(part.at.join('/'))}
          onRemove={isReadOnly || part.isRequired ? null : () => onChange(part.at, undefined)}
        >
          <ObjectSection form={around} at={part.at} />
        </Within>
      ))}
      {form.lists.map((list) =>
        list.at.length === at.length ? (
          <Entries key="entries" form={around} list={list} />
        ) : (
          <Within
            key={list.at.join('/')}
            title={list.label}
            about={list.about}
            problems={problems.get(list.at.join('/'))}
            onRemove={isReadOnly ? null : () => onChange(list.at, undefined)}
          >
            <Entries form={around} list={list} />
          </Within>
        ),
      )}
      {!isReadOnly && hasOwnKeys && (
        <NewEntry
          taken={fields.map(({ key }) => key)}
          fits={fitting(around, at)}
          onAdd={(key) => onChange([...at, key], '')}
        />
      )}
      {!isReadOnly && form.options.length > 0 && (
        <AddOption
          label={FORM.addOption}
          placeholder={FORM.chooseOption}
          options={form.options.map(({ key, label, about }) => ({ name: key, label, about }))}
          onAdd={add}
        />
      )}
    </div>
  )
}

/** Fields of an object, with the optional ones that were opened, and ways to change them. */
function useObject({ schema, document, kept, onChange }: DocumentForm, at: Path) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const looking = { schema, document }
  const form = formAt(looking, at, { opened })
  const isKept = ({ key }: FormField) => kept.has([...at, key].join('/'))
  const fields = form.fields.map((field) =>
    isKept(field) ? { ...field, about: [field.about, BUYER_FORM.kept].filter(Boolean).join(' ') } : field,
  )
  const hasOwnKeys = isMap(shapesAt(schema, document, at)) && form.lists.length === 0

  function add(key: string): void {
    const option = form.options.find((each) => each.key === key)!
    if (option.isField) setOpened([...opened, key])
    else onChange([...at, key], skeletonsAt(looking, [...at, key])[0]?.value ?? {})
  }
  function write(field: FormField, value: unknown): void {
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    if (!field.isRequired && !opened.includes(field.key)) setOpened([...opened, field.key])
    onChange([...at, field.key], isEmpty && !field.isRequired && !isKept(field) ? undefined : value)
  }
  function leaveOut({ key }: FormField): void {
    setOpened((before) => before.filter((one) => one !== key))
    onChange([...at, key], undefined)
  }
  return { form, fields, hasOwnKeys, add, write, leaveOut }
}

/** Objects of a list or a map, each with its form. */
function Entries({ form, list }: { form: DocumentForm; list: FormList }) {
  const { isReadOnly, problems, onChange } = form
  const skeleton = (key: string | number) => skeletonsAt(form, [...list.at, key])[0]?.value ?? {}
  const keys = list.entries.map(({ at }) => String(at.at(-1)))
  return (
    <>
      {list.entries.map(({ at, label }) => (
        <Within
          key={at.join('/')}
          title={list.isMap ? String(at.at(-1)) : label}
          about=""
          problems={problems.get(at.join('/'))}
          onRemove={isReadOnly ? null : () => onChange(at, undefined)}
        >
          <ObjectSection form={form} at={at} />
        </Within>
      ))}
      {isReadOnly ? null : list.isMap ? (
        <NewEntry
          taken={keys}
          fits={fitting(form, list.at)}
          onAdd={(key) => onChange([...list.at, key], skeleton(key))}
        />
      ) : (
        <Button
          variant="default"
          size="xs"
          onClick={() => onChange([...list.at, list.entries.length], skeleton(NEXT))}
        >
          {FORM.add(list.label)}
        </Button>
      )}
    </>
  )
}

interface WithinProps {
  title: string
  about: string
  problems: string[] | undefined
  /** Null if it cannot be removed. */
  onRemove: (() => void) | null
  children: ReactNode
}

function Within({ title, about, problems = [], onRemove, children }: WithinProps) {
  return (
    <fieldset className="form-within" aria-label={title}>
      <legend>
        {title}
        {onRemove && (
          <CloseButton
            size="sm"
            aria-label={FORM.remove(title)}
            title={FORM.remove(title)}
            onClick={onRemove}
          />
        )}
      </legend>
      {about !== '' && <p className="form-about">{about}</p>}
      {problems.map((problem) => (
        <p key={problem} role="alert" className="form-wrong">
          {problem}
        </p>
      ))}
      {children}
    </fieldset>
  )
}

/** Tells whether a key is allowed in the map at `at`. */
function fitting({ schema, document }: DocumentForm, at: Path): (key: string) => boolean {
  const patterns = shapesAt(schema, document, at).flatMap(({ patternProperties = {} }) =>
    Object.keys(patternProperties),
  )
  return (key) => key !== '' && patterns.some((pattern) => new RegExp(pattern).test(key))
}

function entryOf(key: string, found: string[] | undefined): [string, string[]][] {
  return found ? [[key, found]] : []
}

/** Places of the secrets in a saved document. */
export function keptSecrets(schema: Shape, document: unknown, at: Path): Set<string> {
  const value = valueAt(document, at)
  if (value === '')
    return new Set(shapesAt(schema, document, at).some(({ writeOnly }) => writeOnly) ? [at.join('/')] : [])
  if (typeof value !== 'object' || value === null) return new Set()
  const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value)
  return new Set(keys.flatMap((key) => [...keptSecrets(schema, document, [...at, key])]))
}
