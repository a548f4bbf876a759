import { Type, type Static } from 'typebox'
import { Element } from './element.ts'
import { Rule } from './rule.ts'
import { closed, Key, keyed, oneOf } from './shape.ts'

/** The flow document: everything that one version of a site shows, asks and does.
 *  Source: spec, section 3; design, section 3. */

const field = Type.String({ ...Key, description: 'The name under which the backend knows the value.' })

export const SelectOption = closed({
  text: Type.String({ minLength: 1, description: 'What the visitor reads.' }),
  backend_field_value: Type.String({ minLength: 1, description: 'What is recorded.' }),
  field: Type.Optional({
    ...field,
    description: 'Multi-select only: a field of its own that becomes yes or no.',
  }),
  save_to_state: Type.Optional(
    Type.Boolean({ default: false, description: 'Multi-select only: whether that field is kept.' }),
  ),
})
export type SelectOption = Static<typeof SelectOption>

export const Answer = closed({
  backend_field_name: field,
  backend_field_value: Type.Optional(
    Type.String({ description: 'The value recorded by a choice or a consent.' }),
  ),
  label: Type.Optional(
    Type.String({ minLength: 1, description: 'What the field is called, on screen and in its messages.' }),
  ),
  options: Type.Optional(Type.Array(SelectOption, { minItems: 1, description: 'For select elements.' })),
})
export type Answer = Static<typeof Answer>

export const Question = closed({
  label: Type.String({ minLength: 1, description: 'The question, as the visitor reads it.' }),
  answers: keyed(Answer, { minProperties: 1 }),
})
export type Question = Static<typeof Question>

export const ExecuteAction = closed({
  name: oneOf(['send_lead'], {
    description: 'send_lead: the answers so far are kept as a lead for its buyer.',
  }),
  rules: Type.Optional(Type.Array(Rule, { description: 'The action is due when all of these hold.' })),
  buyers: Type.Optional(
    Type.Array(Key, {
      minItems: 1,
      uniqueItems: true,
      description: 'To whom the lead may be sent: keys of ui_config.buyers.',
    }),
  ),
})
export type ExecuteAction = Static<typeof ExecuteAction>

export const Step = closed({
  name: Type.String({ ...Key, description: 'The step’s key, unique within its offer.' }),
  type: Type.Optional(
    Type.Literal('hidden', { description: 'A hidden step is tracked and passed over, never shown.' }),
  ),
  title: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The heading. Without it: the label of the step’s first question.',
    }),
  ),
  hint: Type.Optional(Type.String({ description: 'One short line under the heading: why we ask.' })),
  display_rules: Type.Optional(
    Type.Array(Rule, { description: 'The step is shown when all of these hold; none means shown.' }),
  ),
  execute_actions: Type.Optional(Type.Array(ExecuteAction)),
  questions: Type.Array(Element, { description: 'What the step shows, top to bottom.' }),
})
export type Step = Static<typeof Step>

export const Offer = closed({
  name: Type.String({ minLength: 1, description: 'What operators call the offer.' }),
  real: Type.Boolean({ description: 'Whether reaching the offer counts as an impression.' }),
  design: oneOf(['plain', 'thank_you'], { description: 'The wrapper around the offer’s steps.' }),
  steps: Type.Array(Step, { minItems: 1 }),
})
export type Offer = Static<typeof Offer>

/** What the server alone computes, once a lead is made: it takes what no browser has, or should have to download. */
const SERVER_COMPUTATIONS = ['ip', 'name_bad_word', 'has_bad_words', 'is_gibberish'] as const
export type ServerComputation = (typeof SERVER_COMPUTATIONS)[number]

/** What a flow may have computed. Source: spec, section 3 "Computed fields" and "Checks"; each is documented in
 *  src/flow/computedFields.ts. */
export const Computation = oneOf([
  'user_from_wc',
  'incident_occurred',
  'injury_date_over_two_years',
  'incident_date',
  'both_tcpa_compliance_present',
  'both_tcpa_compliance_missing',
  'name_gibberish',
  'enough_words',
  ...SERVER_COMPUTATIONS,
])
export type Computation = Static<typeof Computation>

export const ComputedField = closed({
  compute: Computation,
  from: Type.Optional(
    Type.Array(field, {
      description: 'The fields that it is computed from, in the order the computation names.',
    }),
  ),
})
export type ComputedField = Static<typeof ComputedField>

const campaign_id = Type.String({
  pattern: '^[A-Za-z0-9-]{1,64}$',
  description: 'The campaign’s key, as the vendor’s own page shows it.',
})
const everflowId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })

export const TrackingScripts = closed(
  {
    trustedform: Type.Optional(closed({ enabled: Type.Boolean() })),
    everflow: Type.Optional(
      closed({
        tracking_domain: Type.String({
          pattern: '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}$',
          description: 'Without www: the script comes from www.<tracking_domain>.',
          examples: ['clicks.example'],
        }),
        oid: { ...everflowId, description: 'The offer’s id, where the page’s address names none.' },
        affid: { ...everflowId, description: 'The affiliate’s id, where the page’s address names none.' },
      }),
    ),
    jornaya: Type.Optional(closed({ campaign_id })),
    retreaver: Type.Optional(closed({ campaign_id })),
  },
  {
    description:
      'Scripts of others that the page loads after its first paint, unless the visitor sends Global Privacy Control or asked not to be sold.',
  },
)
export type TrackingScripts = Static<typeof TrackingScripts>

/** Who may buy leads. */
export const Buyer = closed({
  name: Type.String({ minLength: 1, description: 'The name by which a consent text tells the visitor.' }),
  required_fields: Type.Array(field, {
    description: 'What a lead must hold for this buyer.',
    examples: [['first_name', 'last_name', 'phone']],
  }),
})
export type Buyer = Static<typeof Buyer>

export const ConstantsConfig = closed({ questions: keyed(Question) })

export const UiConfig = closed({
  template: oneOf(['class-action-finder', 'leadloom', 'unemployment-guru', 'found-money', 'yardstick'], {
    description: 'The page around the steps: logo, banner and footer.',
  }),
  style: Type.String({
    pattern: '^[a-z0-9-]+$',
    description: 'The name of the stylesheet beside the flow file, without .css.',
  }),
  title: Type.String({ minLength: 1, description: 'The page’s title.' }),
  favicon: Type.String({
    pattern: '^[a-z0-9-]+$',
    description: 'Names the site’s icons: favicon.ico, icon-180.png and icon.svg beside the flow file.',
  }),
  basic_fields: Type.Array(field, {
    description: 'The visitor is registered when all of these are filled.',
    examples: [['first_name', 'last_name', 'email', 'phone']],
  }),
  fields: keyed(ComputedField, {
    description: 'Computed fields, by the name they are stored under.',
  }),
  buyers: Type.Optional(keyed(Buyer, { description: 'Who may buy leads, by a key of yours.' })),
  entrypoint: closed({ tracking_scripts: TrackingScripts }),
  offers: keyed(Offer, { minProperties: 1 }),
})
export type UiConfig = Static<typeof UiConfig>

export const FlowDocument = closed(
  {
    $schema: Type.String({
      description: 'The address of this schema, so that an editor completes and checks.',
    }),
    constants_config: ConstantsConfig,
    ui_config: UiConfig,
    offer_order: Type.Array(Key, { minItems: 1, uniqueItems: true }),
  },
  {
    title: 'Leadloom flow',
    description: 'One version of a site: its questions, its offers and their order.',
  },
)
/** A flow as its author writes it. */
export type FlowDocument = Static<typeof FlowDocument>
/** What the flow core reads of a flow: the wire answer of GET /api/flows/{version}. */
export type Flow = Omit<FlowDocument, '$schema'>
