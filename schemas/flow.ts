import { Type, type Static } from 'typebox'
import { Element } from './element.ts'
import { Rule } from './rule.ts'
import { AT_MOST, closed, explained, FILE_NAME, HOST, Key, keyed, VISIBLE } from './shape.ts'

/** The flow document: everything that one version of a site shows, asks and does.
 *  Source: spec, section 3; design, section 3. */

const field = Type.String({
  ...Key,
  description: 'The name under which a value is recorded, looked at by rules and sent to buyers.',
  examples: ['injured', 'zip_code'],
})

export const SelectOption = closed({
  text: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.line,
    description: 'What the visitor reads.',
    examples: ['Texas'],
  }),
  backend_field_value: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.value,
    description: 'What is recorded when the visitor chooses this option, and what rules compare with.',
    examples: ['TX'],
  }),
  field: Type.Optional({
    ...field,
    description:
      'Multi-select only: a field of this option’s own. It becomes yes when the option is ticked and no when it is not.',
    examples: ['hurt_neck'],
  }),
  save_to_state: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Multi-select only: whether the option’s own field is recorded.',
    }),
  ),
})
export type SelectOption = Static<typeof SelectOption>

export const Answer = closed({
  backend_field_name: field,
  backend_field_value: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.consent,
      description:
        'For a choice, what a press records. For a consent, its text, in which {{product}} stands for the product’s name: shown and recorded word for word.',
      examples: ['yes'],
    }),
  ),
  label: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.line,
      description:
        'What the field is called, on screen and in messages such as "ZIP code is required". Without it: the question’s label.',
      examples: ['ZIP code'],
    }),
  ),
  options: Type.Optional(
    Type.Array(SelectOption, {
      minItems: 1,
      maxItems: AT_MOST.options,
      description: 'What a dropdown, a radio list or a multi-select offers, top to bottom.',
      examples: [
        [
          { text: 'California', backend_field_value: 'CA' },
          { text: 'Texas', backend_field_value: 'TX' },
        ],
      ],
    }),
  ),
})
export type Answer = Static<typeof Answer>

export const Question = closed({
  label: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.line,
    description:
      'The question, as the visitor reads it: the heading of its step, unless the step has a title.',
    examples: ['Were you injured?'],
  }),
  answers: keyed(Answer, {
    minProperties: 1,
    maxProperties: AT_MOST.answers,
    description:
      'What can be answered, by ids of yours. A choice shows one of them; vehicle needs year, make and model, injury_date year and month.',
    examples: [
      {
        yes: { backend_field_name: 'injured', backend_field_value: 'yes' },
        no: { backend_field_name: 'injured', backend_field_value: 'no' },
      },
    ],
  }),
})
export type Question = Static<typeof Question>

export const ExecuteAction = closed({
  name: explained('What is done when the visitor leaves the step.', {
    send_lead: 'the answers so far are kept as a lead and delivered to its buyers',
    send_email: 'an email is sent to the visitor, where the server has a mail server',
  }),
  rules: Type.Optional(
    Type.Array(Rule, {
      default: [],
      maxItems: AT_MOST.rules,
      description: 'The action is done when all of these hold; without any, always.',
      examples: [[{ operator: 'and', conditions: [{ field: 'age', condition: 'gte', arg: 18 }] }]],
    }),
  ),
  buyers: Type.Optional(
    Type.Array(Key, {
      minItems: 1,
      maxItems: AT_MOST.buyers,
      uniqueItems: true,
      description:
        'To whom the lead may be sent: keys of ui_config.buyers. {{buyers}} in the offer’s texts names them.',
      examples: [['auto_accident_team']],
    }),
  ),
  email: Type.Optional(
    closed(
      {
        to: { ...field, description: 'The field that holds the address.', examples: ['email'] },
        subject: Type.String({
          pattern: VISIBLE,
          maxLength: 150,
          description: 'Its subject, in which {{field:NAME}} stands for what the visitor answered.',
          examples: ['Where to look'],
        }),
        text: Type.String({
          pattern: VISIBLE,
          maxLength: 10_000,
          description:
            'Its text, in which {{field:NAME}} stands for what the visitor answered. Who sends it and how to stop it is added.',
          examples: ['Each state keeps a list of its own: https://unclaimed.org.'],
        }),
      },
      {
        description: 'send_email only: what is sent, and to whom.',
        examples: [{ to: 'email', subject: 'Where to look', text: 'Each state keeps a list of its own.' }],
      },
    ),
  ),
})
export type ExecuteAction = Static<typeof ExecuteAction>

export const Step = closed({
  name: Type.String({
    ...Key,
    description: 'The step’s key, unique within its offer. Reports and answer scripts call it offer/step.',
    examples: ['zip'],
  }),
  type: Type.Optional(
    Type.Literal('hidden', {
      description:
        'hidden: the visitor never sees the step; it is recorded, its actions are done, and the visitor is led on. Without it the step is shown.',
    }),
  ),
  title: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.line,
      description:
        'The heading, in which {{product}} stands for the product’s name. Without it: the label of the step’s first question.',
      examples: ['Thank you'],
    }),
  ),
  hint: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.hint,
      description: 'One short line under the heading: why we ask.',
      examples: ['Every state sets a time limit for claims.'],
    }),
  ),
  design: Type.Optional(
    explained(
      'A layout of the step’s own, within the page that its offer is.',
      {
        unclaimed_money: 'a promise under a picture, then a question',
        email_capture: 'a list of benefits, an email field and the line that the visitor agrees to',
        personal_info: 'details, with a long consent set off to be read',
        last_chance: 'a text under the words LAST CHANCE',
      },
      { examples: ['personal_info'] },
    ),
  ),
  display_rules: Type.Optional(
    Type.Array(Rule, {
      default: [],
      maxItems: AT_MOST.rules,
      description: 'The step is shown when all of these hold, else it is skipped; without any, always shown.',
      examples: [[{ operator: 'and', conditions: [{ field: 'injured', condition: 'eq', arg: 'yes' }] }]],
    }),
  ),
  execute_actions: Type.Optional(
    Type.Array(ExecuteAction, {
      default: [],
      maxItems: AT_MOST.actions,
      description: 'What the server does once the visitor has left the step.',
      examples: [[{ name: 'send_lead', buyers: ['auto_accident_team'] }]],
    }),
  ),
  questions: Type.Array(Element, {
    maxItems: AT_MOST.elements,
    description: 'What the step shows, top to bottom; nothing on a hidden step.',
    examples: [
      [
        {
          type: 'input',
          widget: 'text',
          question_key: 'zip',
          answer_id: 'value',
          validations: { local: [{ name: 'required' }, { name: 'zip' }] },
        },
        { type: 'submit', text: 'Continue' },
      ],
    ],
  }),
})
export type Step = Static<typeof Step>

export const Offer = closed({
  name: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.line,
    description:
      'The offer in words, for whoever looks at the flow: `leadloom graph`. Reports call it by its key.',
    examples: ['Motor vehicle accident'],
  }),
  real: Type.Boolean({
    description:
      'Whether reaching the offer counts as an impression: true for what is sold, false for a thank-you page.',
  }),
  design: explained('What kind of page the offer is.', {
    plain: 'one that asks',
    thank_you: 'one that closes the visit, with what to do next',
  }),
  steps: Type.Array(Step, {
    minItems: 1,
    maxItems: AT_MOST.steps,
    description: 'The steps, in the order in which a visitor comes by them.',
    examples: [
      [
        {
          name: 'thanks',
          title: 'Thank you',
          questions: [{ type: 'container', widget: 'html', html: '<p>You can close this page now.</p>' }],
        },
      ],
    ],
  }),
})
export type Offer = Static<typeof Offer>

/** What the server alone computes, once a lead is made: it takes what no browser has, or should have to download. */
export type ServerComputation = 'ip' | 'name_bad_word' | 'has_bad_words' | 'is_gibberish'

/** What a flow may have computed. Source: spec, section 3 "Computed fields" and "Checks"; what each is computed from
 *  stands in src/flow/answers/computedFields.ts. */
export const COMPUTATION_MEANINGS = {
  user_from_wc: 'yes when the page was opened with a non-empty wc parameter, else no',
  incident_occurred: "how long ago it was, '< 1 year ago', '1-3 years ago' or '>3 years ago'",
  injury_date_over_two_years: 'yes when it was more than two years ago, else no',
  incident_date: 'the first day of the month of the incident, YYYY-MM-DD',
  both_tcpa_compliance_present: 'yes when both consents were given, else no; it has a value from the start',
  both_tcpa_compliance_missing: 'yes when neither consent was given, else no; it has a value from the start',
  name_gibberish: 'yes when the name looks like keyboard noise, else no',
  enough_words: 'yes when the text has at least four words, else no',
  ip: 'the visitor’s address, as the server saw it; known once a lead is made',
  name_bad_word: 'yes when the name holds a word of the blocklist, else no; known once a lead is made',
  has_bad_words: 'yes when the text holds a word of the blocklist, else no; known once a lead is made',
  is_gibberish: 'yes when the text looks like keyboard noise, else no; known once a lead is made',
}

export const Computation = explained('What is computed.', COMPUTATION_MEANINGS, {
  examples: ['incident_occurred'],
})
export type Computation = Static<typeof Computation>

export const ComputedField = closed({
  compute: Computation,
  from: Type.Optional(
    Type.Array(field, {
      default: [],
      maxItems: 10,
      description: 'The fields that it is computed from, in the order that the computation asks for.',
      examples: [['injury_year', 'injury_month']],
    }),
  ),
})
export type ComputedField = Static<typeof ComputedField>

const campaign_id = Type.String({
  pattern: '^[A-Za-z0-9-]{1,64}$',
  description: 'The campaign’s key, as the vendor’s own page shows it.',
  examples: ['A1B2C3D4-0000'],
})
const everflowId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', examples: ['1004'] })

export const TrackingScripts = closed(
  {
    trustedform: Type.Optional(
      closed(
        { enabled: Type.Boolean({ description: 'Whether the script is loaded.' }) },
        { description: 'ActiveProspect TrustedForm: a certificate of what the visitor saw and did.' },
      ),
    ),
    everflow: Type.Optional(
      closed(
        {
          tracking_domain: Type.String({
            pattern: HOST,
            maxLength: 253,
            description: 'Without www: the script comes from www.<tracking_domain>.',
            examples: ['clicks.example'],
          }),
          oid: { ...everflowId, description: 'The offer’s id, where the page’s address names none.' },
          affid: { ...everflowId, description: 'The affiliate’s id, where the page’s address names none.' },
        },
        { description: 'Everflow: which affiliate’s click brought the visitor.' },
      ),
    ),
    jornaya: Type.Optional(
      closed(
        {
          campaign_id,
          account_id: Type.Optional({
            ...campaign_id,
            description:
              'The account’s id. With it, browsers without scripts load the vendor’s picture instead.',
          }),
        },
        { description: 'Jornaya LeadiD: a witness of the consent.' },
      ),
    ),
    retreaver: Type.Optional(
      closed(
        { campaign_id },
        { description: 'Retreaver: a phone number for this visitor, so that calls are tracked.' },
      ),
    ),
  },
  {
    description:
      'Scripts of others that the page loads after its first paint, unless the visitor sends Global Privacy Control or asked not to be sold. Only those named here are loaded.',
    examples: [{}],
  },
)
export type TrackingScripts = Static<typeof TrackingScripts>

/** Who may buy leads. */
export const Buyer = closed({
  name: Type.String({
    pattern: VISIBLE,
    maxLength: AT_MOST.line,
    description: 'The name by which a consent text tells the visitor who may call.',
    examples: ['Auto Accident Team'],
  }),
  required_fields: Type.Array(field, {
    maxItems: AT_MOST.fields,
    description: 'What a lead must hold for this buyer.',
    examples: [['first_name', 'last_name', 'phone']],
  }),
  next: Type.Optional(
    Type.String({
      pattern: VISIBLE,
      maxLength: 400,
      default: 'They may contact you at the number or the address that you gave.',
      description:
        'What comes next for a visitor once this buyer has taken their details. It is shown only then, so it may promise what the buyer keeps.',
      examples: ['Auto Accident Team calls you within one business day.'],
    }),
  ),
})
export type Buyer = Static<typeof Buyer>

export const ConstantsConfig = closed(
  {
    questions: keyed(Question, {
      maxProperties: AT_MOST.questions,
      description: 'Every question, by a key of yours that elements name as question_key.',
      examples: [
        {
          zip: {
            label: 'What is your ZIP code?',
            answers: { value: { backend_field_name: 'zip_code', label: 'ZIP code' } },
          },
        },
      ],
    }),
  },
  { description: 'What is asked, whatever the order.' },
)

export const UiConfig = closed(
  {
    template: explained('The page around the steps: logo, banner and footer.', {
      'class-action-finder': 'the claim finder',
      leadloom: 'the site that carries the product’s own name',
      'unemployment-guru': 'the site on unemployment benefits',
      'found-money': 'the site on unclaimed money, with a banner and the long footer',
      yardstick: 'a bare page, for measuring',
    }),
    style: Type.String({
      pattern: FILE_NAME,
      maxLength: 100,
      description: 'The name of the stylesheet beside the flow file, without .css.',
      examples: ['claims'],
    }),
    title: Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.line,
      description:
        'The page’s title, in the browser’s tab and in search results, in which {{product}} stands for the product’s name.',
      examples: ['Find out whether you have a claim'],
    }),
    favicon: Type.String({
      pattern: FILE_NAME,
      maxLength: 100,
      description: 'Names the site’s icons: favicon.ico, icon-180.png and icon.svg beside the flow file.',
      examples: ['claims'],
    }),
    basic_fields: Type.Array(field, {
      maxItems: AT_MOST.fields,
      description: 'The visitor counts as registered once all of these are filled.',
      examples: [['first_name', 'last_name', 'email', 'phone']],
    }),
    fields: keyed(ComputedField, {
      maxProperties: AT_MOST.fields,
      description: 'Computed fields, by the name under which they are recorded.',
      examples: [
        { incident_occurred: { compute: 'incident_occurred', from: ['injury_year', 'injury_month'] } },
      ],
    }),
    buyers: Type.Optional(
      keyed(Buyer, {
        maxProperties: AT_MOST.buyers,
        default: {},
        description: 'Who may buy leads, by a key of yours.',
        examples: [{ auto_accident_team: { name: 'Auto Accident Team', required_fields: ['phone'] } }],
      }),
    ),
    partner_hosts: Type.Optional(
      Type.Array(
        Type.String({
          pattern: HOST,
          maxLength: 253,
          description: 'A host by its whole name, in small letters; it stands for no other.',
          examples: ['partners.example'],
        }),
        {
          uniqueItems: true,
          maxItems: AT_MOST.hosts,
          default: [],
          description:
            'The hosts to which partner cards and link-outs may lead. A link to any other is refused.',
          examples: [['partners.example']],
        },
      ),
    ),
    entrypoint: closed(
      { tracking_scripts: TrackingScripts },
      { description: 'What happens when the page opens.', examples: [{ tracking_scripts: {} }] },
    ),
    offers: keyed(Offer, {
      minProperties: 1,
      maxProperties: AT_MOST.offers,
      description: 'The offers, by a key of yours. Each must also stand in offer_order.',
      examples: [
        {
          thank_you: {
            name: 'Thank you',
            real: false,
            design: 'thank_you',
            steps: [{ name: 'thanks', title: 'Thank you', questions: [] }],
          },
        },
      ],
    }),
  },
  { description: 'What visitors see, and what becomes of their answers.' },
)
export type UiConfig = Static<typeof UiConfig>

export const FlowDocument = closed(
  {
    $schema: Type.String({
      maxLength: 2000,
      description: 'The address of this schema, so that an editor completes and checks.',
      examples: ['../../../schemas/json/flow.schema.json'],
    }),
    constants_config: ConstantsConfig,
    ui_config: UiConfig,
    offer_order: Type.Array(Key, {
      minItems: 1,
      maxItems: AT_MOST.offers,
      uniqueItems: true,
      description: 'The keys of the offers, in the order in which a visitor is led through them.',
      examples: [['mva', 'wc', 'thank_you']],
    }),
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
