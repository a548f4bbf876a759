import { CloseButton } from '@mantine/core'
import Form from '@rjsf/core'
import type {
  ErrorSchema,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  UiSchema,
  ValidatorType,
} from '@rjsf/utils'
import { useMemo } from 'react'
import type { Name } from '../author/complete/flowNames.ts'
import type { FormField } from '../author/forms/formAt.ts'
import { FORM } from '../texts/studio/formScreen.ts'
import { WIDGETS, type FieldOptions } from './widgets.tsx'

interface Props {
  /** Prefix of the IDs; must differ between forms on one page. */
  idPrefix?: string
  fields: readonly FormField[]
  /** Problems of each field, by its key. */
  problems: ReadonlyMap<string, string[]>
  isReadOnly: boolean
  namesOf: (field: FormField) => Name[]
  onChange: (field: FormField, value: unknown) => void
  onLeaveOut: (field: FormField) => void
}

type Values = Record<string, unknown>

/** Fields of one object, rendered by rjsf. Only the first callbacks it gets are used, because rjsf treats all functions as equal. */
export function ObjectForm({
  idPrefix = 'form-field',
  fields,
  problems,
  isReadOnly,
  namesOf,
  onChange,
  onLeaveOut,
}: Props) {
  const values: Values = Object.fromEntries(fields.map((field, index) => [nameOf(field, index), field.value]))
  // Keeps the fields' identity while their values change.
  const looks = JSON.stringify(fields.map((field) => ({ ...field, value: null })))
  const schema = useMemo(() => schemaOf(fields), [looks])
  const uiSchema = useMemo(() => uiOf(fields, namesOf), [looks])
  const extraErrors = useMemo(() => errorsOf(fields, problems), [looks, problems])
  return (
    <Form<Values, RJSFSchema, LeaveOut>
      idPrefix={idPrefix}
      tagName="div"
      schema={schema}
      uiSchema={uiSchema}
      formData={values}
      formContext={{ leaveOut: isReadOnly ? null : (index) => onLeaveOut(fields[index]!) }}
      validator={NO_VALIDATOR}
      noValidate
      readonly={isReadOnly}
      showErrorList={false}
      extraErrors={extraErrors}
      templates={TEMPLATES}
      widgets={WIDGETS}
      onChange={({ formData = {} }, id) => {
        // Without an ID, the change isn't the user's; rjsf filled in a value it considered missing.
        if (id === undefined) return
        const index = fields.findIndex((field, at) => !isSame(formData[nameOf(field, at)], field.value))
        const field = fields[index]
        if (field) onChange(field, formData[nameOf(field, index)])
      }}
    >
      {/* Replaces the submit button. */}
      <></>
    </Form>
  )
}

/** Name in the form, from which IDs are made; a key that is a whole sentence gets a number instead. */
function nameOf({ key }: FormField, index: number): string {
  return /^\w+$/.test(key) ? key : `entry_${index}`
}

function schemaOf(fields: readonly FormField[]): RJSFSchema {
  return {
    type: 'object',
    required: fields.flatMap((field, index) => (field.isRequired ? nameOf(field, index) : [])),
    properties: Object.fromEntries(
      fields.map((field, index) => [
        nameOf(field, index),
        { ...TYPES[field.kind.kind], title: field.label } satisfies RJSFSchema,
      ]),
    ),
  }
}

const TYPES: Record<FormField['kind']['kind'], RJSFSchema> = {
  text: { type: 'string' },
  number: { type: 'number' },
  yes_no: { type: 'boolean' },
  // Its widget knows the values, of any type.
  choice: { type: 'string' },
  texts: { type: 'array', items: { type: 'string' } },
}

function uiOf(fields: readonly FormField[], namesOf: Props['namesOf']): UiSchema {
  return Object.fromEntries(
    fields.map((field, index) => {
      const { about, kind, naming, fallback } = field
      const isWord = ['string', 'number', 'boolean'].includes(typeof fallback)
      const options: FieldOptions = {
        about,
        kind,
        names: naming && (() => namesOf(field)),
        placeholder: isWord ? FORM.withoutIt(`${fallback as string | number | boolean}`) : '',
      }
      return [
        nameOf(field, index),
        {
          'ui:widget': `flow_${kind.kind}`,
          'ui:options': { ...options },
          'ui:index': index,
          'ui:fixed': field.isFixed,
        },
      ]
    }),
  )
}

function errorsOf(fields: readonly FormField[], problems: Props['problems']): ErrorSchema<Values> {
  const found = fields.map((field, index) => {
    const __errors = problems.get(field.key)
    return [nameOf(field, index), __errors && { __errors }] as const
  })
  return Object.fromEntries(found.filter(([, errors]) => errors)) as ErrorSchema<Values>
}

function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)
}

/** rjsf requires a validator. The server finds the problems; a compiled check would be code generated at run time, which the page's CSP
 *  forbids. */
const NO_VALIDATOR: ValidatorType<Values, RJSFSchema, LeaveOut> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
}

interface LeaveOut {
  /** Null while nothing may be changed. */
  leaveOut: ((index: number) => void) | null
}

const TEMPLATES = { FieldTemplate, ObjectFieldTemplate }

function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps) {
  return <div className="form-fields">{properties.map(({ content }) => content)}</div>
}

function FieldTemplate({ children, schema, required, registry, label, uiSchema }: FieldTemplateProps) {
  if (schema.type === 'object') return children
  const { leaveOut } = registry.formContext as LeaveOut
  return (
    <div className="form-field">
      {children}
      {leaveOut && !required && !uiSchema?.['ui:fixed'] && (
        <CloseButton
          size="sm"
          aria-label={FORM.leaveOut(label)}
          title={FORM.leaveOut(label)}
          onClick={() => leaveOut(Number(uiSchema?.['ui:index']))}
        />
      )}
    </div>
  )
}
