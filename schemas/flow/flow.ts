import { Type, type Static } from 'typebox'
import { MadePictures } from '../elements/pictureElements.ts'
import { Buyer } from './flowBuyer.ts'
import { ComputedField } from './computedField.ts'
import { Offer } from './offer.ts'
import { Languages } from './translations.ts'
import { field, Question } from '../elements/question.ts'
import { Site } from './site.ts'
import { Template } from './template.ts'
import { ComeBack, ConfirmLead } from './visitorMail.ts'
import { TrackingScripts } from './trackingScripts.ts'
import { AT_MOST, closed, FILE_NAME, HOST, Key, keyed, VISIBLE } from '../kernel/shape.ts'

export type { Buyer } from './flowBuyer.ts'
export { COMPUTATION_MEANINGS } from './computedField.ts'
export type { Computation, ComputedField, ServerComputation } from './computedField.ts'
export type { ExecuteAction, Offer, Step } from './offer.ts'
export type { Answer, Question, SelectOption } from '../elements/question.ts'
export type { Language } from './languages.ts'
export type { Languages } from './translations.ts'
export type { Site } from './site.ts'
export type { TrackingScripts } from './trackingScripts.ts'

/** The flow document: everything that one version of a site shows, asks, and does. Source: spec, section 3; design, section 3. */

export const ConstantsConfig = closed(
  {
    questions: keyed(Question, {
      maxProperties: AT_MOST.questions,
      description: 'Questions, each with a key that elements use as question_key.',
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
  { description: 'The questions, in any order.' },
)

export const UiConfig = closed(
  {
    template: Template,
    style: Type.String({
      pattern: FILE_NAME,
      maxLength: 100,
      description: 'The name of the stylesheet next to the flow file, without .css.',
      examples: ['claims'],
    }),
    title: Type.String({
      pattern: VISIBLE,
      maxLength: AT_MOST.line,
      description:
        'The page’s title in the browser tab and in search results. {{product}} is replaced with the product’s name.',
      examples: ['Find out if you have a claim'],
    }),
    favicon: Type.String({
      pattern: FILE_NAME,
      maxLength: 100,
      description: 'The site’s icons: favicon.ico, icon-180.png, and icon.svg next to the flow file.',
      examples: ['claims'],
    }),
    site: Site,
    languages: Type.Optional(Languages),
    basic_fields: Type.Array(field, {
      maxItems: AT_MOST.fields,
      description: 'A visitor counts as registered once all of these fields are answered.',
      examples: [['first_name', 'last_name', 'email', 'phone']],
    }),
    fields: keyed(ComputedField, {
      maxProperties: AT_MOST.fields,
      description: 'Computed fields, each with the name it’s recorded as.',
      examples: [
        { incident_occurred: { compute: 'incident_occurred', from: ['injury_year', 'injury_month'] } },
      ],
    }),
    buyers: Type.Optional(
      keyed(Buyer, {
        maxProperties: AT_MOST.buyers,
        default: {},
        description: 'The buyers that leads can go to, each with its own key.',
        examples: [{ auto_accident_team: { name: 'Auto Accident Team', required_fields: ['phone'] } }],
      }),
    ),
    partner_hosts: Type.Optional(
      Type.Array(
        Type.String({
          pattern: HOST,
          maxLength: 253,
          description: 'A full host name in lowercase. Subdomains aren’t included.',
          examples: ['partners.example'],
        }),
        {
          uniqueItems: true,
          maxItems: AT_MOST.hosts,
          default: [],
          description:
            'The hosts that partner cards and link-outs may link to. Links to other hosts are refused.',
          examples: [['partners.example']],
        },
      ),
    ),
    embed_hosts: Type.Optional(
      Type.Array(
        Type.String({
          pattern: HOST,
          maxLength: 253,
          description: 'A full host name in lowercase. Subdomains aren’t included.',
          examples: ['news.example'],
        }),
        {
          uniqueItems: true,
          maxItems: AT_MOST.hosts,
          default: [],
          description:
            'The hosts whose pages may embed this site in a frame with /embed.js. If empty, none may.',
          examples: [['news.example', 'www.news.example']],
        },
      ),
    ),
    come_back: Type.Optional(ComeBack),
    confirm_lead: Type.Optional(ConfirmLead),
    entrypoint: closed(
      { tracking_scripts: TrackingScripts },
      { description: 'Scripts and settings for when the page opens.', examples: [{ tracking_scripts: {} }] },
    ),
    offers: keyed(Offer, {
      minProperties: 1,
      maxProperties: AT_MOST.offers,
      description: 'The offers, each with its own key. Every offer must also be in offer_order.',
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
  { description: 'What visitors see, and what happens with their answers.' },
)
export type UiConfig = Static<typeof UiConfig>

export const FlowDocument = closed(
  {
    $schema: Type.String({
      maxLength: 2000,
      description: 'The address of this schema, so that your editor can autocomplete and validate.',
      examples: ['../../../schemas/json/flow.schema.json'],
    }),
    constants_config: ConstantsConfig,
    ui_config: UiConfig,
    offer_order: Type.Array(Key, {
      minItems: 1,
      maxItems: AT_MOST.offers,
      uniqueItems: true,
      description: 'The keys of the offers, in the order visitors go through them.',
      examples: [['mva', 'wc', 'thank_you']],
    }),
  },
  {
    title: 'Leadloom flow',
    description: 'One version of a site: its questions, its offers, and their order.',
  },
)
/** A flow as its author writes it. */
export type FlowDocument = Static<typeof FlowDocument>
/** Parts of a flow that the flow core reads: the answer of GET /api/flows/{version}. */
export type Flow = Omit<FlowDocument, '$schema'> & {
  /** Made at publish. Missing if there are none. */
  pictures?: Static<typeof MadePictures>
}
