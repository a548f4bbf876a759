import { readdirSync } from 'node:fs'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import Form from '@rjsf/core'
import { toFieldPathId, type FieldProps, type FieldTemplateProps, type RJSFSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Flow, Step } from '../../schemas/flow/flow.ts'
import type { StepData } from '../../src/flow/answers/stepData.ts'
import { toForm, type StepUiSchema } from '../../src/flow/form.ts'
import type { PropertySchema, StepSchema } from '../../src/flow/elements/stepSchema.ts'
import { REGISTRY } from '../../src/visitor/rjsf/registry.ts'
import { SchemaForm } from '../../src/visitor/rjsf/SchemaForm.tsx'
import { StepFields } from '../../src/visitor/rjsf/StepFields.tsx'
import { Frame, FrameContext } from '../../src/visitor/rjsf/Frame.tsx'
import { FIELDS } from '../../widgets/index.ts'
import { loadLazyWidgets } from '../../widgets/lazyWidget.tsx'
import {
  FormContext,
  LiveContext,
  StepContext,
  type FormView,
  type LiveData,
  type StepView,
} from '../../widgets/context.ts'
import { readFlow } from '../journeys/walking.ts'

/** Tests every step of every site, drawn by our form and by rjsf's own `Form`, with its own registry, schema search and defaults, under the
 *  same theme. */

const stepsOf = (flow: Flow) =>
  Object.entries(flow.ui_config.offers).flatMap(([offer_key, { steps }]) =>
    steps.map((step) => ({ offer_key, step })),
  )

beforeAll(loadLazyWidgets)

describe.each(readdirSync('fixtures/sites'))('draws the steps of %s like stock rjsf', (site) => {
  const flow = readFlow(site)

  test.each([
    ['empty', () => ({})],
    ['filled in', answersTo],
  ])('%s', (_, begin) => {
    for (const { offer_key, step } of stepsOf(flow)) {
      const { schema, uiSchema } = toForm(flow, step)
      const begun = begin(schema)
      const draw = (form: ReactNode) => renderToString(inStep(viewOf(flow, offer_key, step, begun), form))
      const ours = draw(
        createElement(SchemaForm, {
          schema,
          uiSchema,
          begun,
          onChange: () => {},
          ref: null,
          children: HIDDEN,
        }),
      )
      expect(ours, step.name).toBe(draw(stock(schema, uiSchema, begun)))
      expect(ours).toContain('<form')
    }
  })
})

test('gives rjsf’s fields the same schema data as stock rjsf', () => {
  const schema: StepSchema = {
    type: 'object',
    title: 'All kinds',
    properties: {
      text: { type: 'string', title: 'Text', maxLength: 9 },
      one: { type: 'string', title: 'One', enum: ['a', 'b'] },
      all: { type: 'object', title: 'All', properties: {}, required: [] },
    },
    required: ['text'],
  }
  const asked: unknown[] = []
  const Probe = ({ registry: { schemaUtils, globalFormOptions } }: Pick<FieldProps, 'registry'>) => {
    for (const property of Object.values(schema.properties) as RJSFSchema[])
      asked.push(schemaUtils.isSelect(property))
    asked.push(toFieldPathId('text', globalFormOptions))
    return null
  }
  renderToString(createElement(Probe, { registry: REGISTRY }))
  const ours = asked.splice(0)
  const fields = { ...THEME.fields, ObjectField: Probe }
  renderToString(createElement(Form, { schema: schema as RJSFSchema, validator, ...THEME, fields } as never))
  expect(asked).toEqual(ours)
  expect(ours).toHaveLength(4)
})

/** Our theme, passed as rjsf's documentation says. */
const Nothing = () => null
const THEME = {
  fields: FIELDS,
  widgets: REGISTRY.widgets,
  templates: {
    FieldTemplate: ({ children }: FieldTemplateProps) => children,
    DescriptionFieldTemplate: Nothing,
    FieldErrorTemplate: Nothing,
    FieldHelpTemplate: Nothing,
  },
}

const HIDDEN = createElement('input', { type: 'hidden', name: 'vendor' })

function stock(schema: StepSchema, uiSchema: StepUiSchema, begun: StepData): ReactNode {
  const ObjectField = ({ formData, ...props }: FieldProps) =>
    createElement(StepFields, { ...props, data: formData } as never)
  const theme = { ...THEME, fields: { ...THEME.fields, ObjectField } }
  const props = {
    className: 'step',
    method: 'post',
    schema: schema as RJSFSchema,
    uiSchema,
    initialFormData: begun,
    validator,
    showErrorList: false,
    noHtml5Validate: true,
    tagName: Frame,
    ...theme,
  }
  return createElement(Form, props as never, HIDDEN)
}

function inStep(view: StepView, form: ReactNode): ReactNode {
  const frame = {
    'data-step': view.step.name,
    'data-design': view.step.design,
    'data-moved': undefined,
    head: null,
    onSubmit: () => {},
  }
  const live = createElement(LiveContext, { value: LIVE }, form)
  const inForm = createElement(FormContext, { value: FORM }, live)
  return createElement(FrameContext, { value: frame }, createElement(StepContext, { value: view }, inForm))
}

/** A value for each property. */
function answersTo({ properties }: StepSchema): StepData {
  const valueOf = (property: PropertySchema): unknown => {
    if (property.type === 'array') return property.items.enum.slice(0, 2)
    if (property.type === 'object') return answersTo(property)
    return property.enum?.at(-1) ?? '2019'
  }
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valueOf(one)])) as StepData
}

function viewOf(flow: Flow, offer_key: string, step: Step, begun: StepData): StepView {
  return {
    flow,
    base: '',
    path: 'site',
    step,
    title: '',
    offer_key,
    today: '2026-11-23',
    begun,
    fields: {},
    progress: 0.5,
    summary: [],
    edit: () => {},
  }
}

const FORM: FormView = {
  errors: {},
  ways: {},
  busy: false,
  choose: () => {},
  leave: () => {},
  partialInput: { keep: () => {}, kept: () => undefined as never },
  catalog: () => ({ Ford: ['Focus'] }),
  afterPaint: () => {},
}

const LIVE: LiveData = {
  known: {},
  fates: new Map(),
  notSold: null,
  isOutcomeKnown: true,
  phone: () => null,
  buyerPage: () => undefined,
  linkOut: () => ({ href: null, opened: () => {} }),
  redirectWhenSent: null,
}
