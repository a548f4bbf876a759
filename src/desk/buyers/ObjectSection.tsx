import { Button, CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Path } from '../../author/complete/cursor.ts'
import { shapesAt, valueAt, type Shape } from '../../author/complete/shapes.ts'
import { isMap, NEXT } from '../../author/forms/fieldKinds.ts'
import { formAt, type FormField, type FormList } from '../../author/forms/formAt.ts'
import { skeletonsAt } from '../../author/forms/skeletons.ts'
import { ObjectForm } from '../../forms/ObjectForm.tsx'
import { BUYER_FORM } from './buyerScreen.ts'
import { FORM } from '../../texts/studio/formScreen.ts'
import { wordsAt } from './buyerWords.ts'
import { NewEntry } from './NewEntry.tsx'

export interface DocumentForm {
  schema: Shape
  document: unknown
  /** Errors by place: `buyers/acme/url`. */
  problems: ReadonlyMap<string, string[]>
  /** Places of stored secrets: if left empty, each is kept. */
  kept: ReadonlySet<string>
  isReadOnly: boolean
  /** True if a member of the buyer is in the section that is shown. */
  isShown: (member: string) => boolean
  /** Undefined removes the value. */
  onChange: (at: Path, value: unknown) => void
}

/** Form of an object, with those of its parts below. */
export function ObjectSection({ form: around, at }: { form: DocumentForm; at: Path }) {
  const { problems, isReadOnly, onChange } = around
  const { form, fields, hasOwnKeys, options, add, write, leaveOut } = useObject(around, at)
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
          {...titled(part)}
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
            {...titled(list)}
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
      {!isReadOnly &&
        options.map(({ key, label, about, add: name = FORM.add(label) }) => (
          <Within
            key={key}
            title={label}
            about={about}
            problems={problems.get([...at, key].join('/'))}
            onRemove={null}
          >
            <Button variant="default" size="xs" onClick={() => add(key)}>
              {name}
            </Button>
          </Within>
        ))}
    </div>
  )
}

/** Fields of an object, all of them, and the parts that it may be given. */
function useObject({ schema, document, kept, isShown, onChange }: DocumentForm, at: Path) {
  const looking = { schema, document }
  const isBuyer = at.length === BUYER_DEPTH
  const isHere = (key: string) => !isBuyer || isShown(key)
  const opened = formAt(looking, at).options.flatMap(({ key, isField }) =>
    isField && isHere(key) ? key : [],
  )
  const whole = formAt(looking, at, { opened })
  const isIn = (place: Path) => isHere(String(place[at.length]))
  const form = {
    parts: whole.parts.filter(({ at }) => isIn(at)),
    lists: whole.lists.filter(({ at }) => isIn(at)),
  }
  const hasOwnKeys = isMap(shapesAt(schema, document, at)) && form.lists.length === 0
  const isKept = ({ key }: FormField) => kept.has([...at, key].join('/'))
  const fields = whole.fields
    .filter(({ key }) => isHere(key))
    .map((field): FormField => {
      const words = hasOwnKeys ? { label: field.key, about: '' } : wordsAt([...at, field.key])
      const { label, about } = words ?? field
      const said = isKept(field) ? [about, BUYER_FORM.kept].filter(Boolean).join(' ') : about
      const isFixed = !hasOwnKeys && field.kind.kind !== 'choice'
      return { ...field, kind: kindNamed(field), label, about: said, ...(isFixed && { isFixed }) }
    })
  const options = whole.options.flatMap((option) =>
    !option.isField && isHere(option.key) ? { ...option, ...wordsAt([...at, option.key]) } : [],
  )

  function add(key: string): void {
    onChange([...at, key], skeletonsAt(looking, [...at, key])[0]?.value ?? {})
  }
  function write(field: FormField, value: unknown): void {
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    const isLeft = isEmpty && !hasOwnKeys && !field.isRequired && !isKept(field)
    onChange([...at, field.key], isLeft ? undefined : value)
  }
  function leaveOut({ key }: FormField): void {
    onChange([...at, key], undefined)
  }
  return { form, fields, hasOwnKeys, options, add, write, leaveOut }
}

/** Length of `buyers/<buyer>`. */
const BUYER_DEPTH = 2

/** Choices without the words of the schema. */
function kindNamed({ kind }: FormField): FormField['kind'] {
  return 'choices' in kind ? { ...kind, choices: kind.choices.map((one) => ({ ...one, about: '' })) } : kind
}

function titled({ at, label, about }: { at: Path; label: string; about: string }) {
  const words = wordsAt(at) ?? { label, about }
  return { title: words.label, about: words.about }
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
          {wordsAt(list.at)?.add ?? FORM.add(list.label)}
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
