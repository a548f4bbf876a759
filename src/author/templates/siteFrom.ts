import type { TemplateKey } from '../../../schemas/studio/templateKeys.ts'
import type { Element } from '../../../schemas/elements/element.ts'
import type { Answer, FlowDocument, Question, Step } from '../../../schemas/flow/flow.ts'
import { callAnywayField } from '../../flow/answers/optOut.ts'
import { SHARED } from '../../texts/templates/sharedWords.ts'
import {
  TEMPLATES,
  type Said,
  type SaidOption,
  type TemplateQuestion,
  type TemplateWords,
} from '../../texts/templates/templateWords.ts'
import { accentTheme } from './accentTheme.ts'

export interface NewSite {
  template: TemplateKey
  name: string
  /** Color of its buttons, #rrggbb. */
  accent: string
  /** Name of its stylesheet. */
  style: string
  /** Address of the flow schema. */
  schema: string
  /** Omits Spanish. */
  isEnglishOnly?: boolean
  /** Company that runs the site. Without one, it can't be published. */
  company?: FlowDocument['ui_config']['site']['company']
}

/** A complete site of a template, in English and Spanish: its questions, the place, the contact details with a consent, a lead, and an
 *  end. */
export function siteFrom({
  template,
  name,
  accent,
  style,
  schema,
  isEnglishOnly = false,
  company,
}: NewSite): FlowDocument {
  const words: TemplateWords = TEMPLATES[template]
  const spanish: Record<string, string> = {}
  const say: Say = ([en, es]) => {
    spanish[en] = es
    return en
  }
  const { title, buyer, purpose } = words
  const site = {
    name,
    ...(company && { company }),
    promise: say(words.promise),
    trust: SHARED.trust.map(say),
    footer: Object.entries(SHARED.footer).map(([document, text]) => ({ text: say(text), document })),
    disclaimer: say(SHARED.disclaimer),
    theme: { ...accentTheme(accent), radius: 10 },
  }
  const questions = Object.fromEntries(
    words.questions.map((question) => [question.field, questionOf(question, say)]),
  )
  const document: FlowDocument = {
    $schema: schema,
    constants_config: {
      questions: {
        ...questions,
        ...sharedQuestions(say, {
          agreed: say(SHARED.phone.consent(name, buyer, purpose)),
          anyway: say(SHARED.anyway.consent(name, buyer, purpose)),
        }),
      },
    },
    ui_config: {
      template: 'leadloom',
      style,
      title: say([`${name}: ${lowered(title[0])}`, `${name}: ${lowered(title[1])}`]),
      favicon: style,
      site,
      basic_fields: ['first_name', 'last_name', 'email', 'phone'],
      fields: { calling_hours: { compute: 'calling_hours', from: ['zip_code'] } },
      buyers: {
        example_team: {
          name: buyer,
          required_fields: ['first_name', 'last_name', 'email', 'phone', CONSENT],
          next: say(SHARED.soon),
        },
      },
      entrypoint: { tracking_scripts: {} },
      offers: {
        main: {
          name: words.offer,
          real: true,
          design: 'plain',
          regimes: [...REGIMES],
          steps: [...words.questions.map((question) => stepOf(words, question, say)), ...sharedSteps(say)],
        },
        end: {
          name: SHARED.thanks[0],
          real: false,
          design: 'thank_you',
          steps: [
            {
              name: 'thanks',
              title: say(SHARED.thanks),
              questions: [
                { type: 'container', widget: 'outcome' },
                { type: 'container', widget: 'html', html: say(paragraph(SHARED.have, words.thanks)) },
              ],
            },
          ],
        },
      },
    },
    offer_order: ['main', 'end'],
  }
  if (!isEnglishOnly) document.ui_config.languages = { default: 'en', es: spanish }
  return document
}

/** Returns the English text, and records its translation. */
type Say = (text: Said) => string

const CONSENT = 'call_consent'
/** Rules for any lead that is called about. */
const REGIMES = ['us-tcpa', 'us-ca-ccpa', 'us-fl', 'us-md', 'us-ok', 'us-tx', 'us-va', 'us-wa'] as const
const REQUIRED = { name: 'required' } as const

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function paragraph(...sentences: readonly Said[]): Said {
  const inLanguage = (index: 0 | 1) => `<p>${sentences.map((said) => said[index]).join(' ')}</p>`
  return [inLanguage(0), inLanguage(1)]
}

/** Recorded value of an answer: its letters and digits. */
function valueOf([text]: SaidOption): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return /^[a-z]/.test(words) ? words : `from_${words}`
}

function questionOf({ field, label, as, options = [] }: TemplateQuestion, say: Say): Question {
  if (as === 'cards')
    return {
      label: say(label),
      answers: Object.fromEntries(
        options.map((option) => [
          valueOf(option),
          { backend_field_name: field, backend_field_value: valueOf(option) },
        ]),
      ),
    }
  const value: Answer =
    as === 'slider'
      ? { backend_field_name: field, label: say(SHARED.amount) }
      : {
          backend_field_name: field,
          label: say(SHARED.thisAnswer),
          options: options.map((option, index) => ({
            text: say([option[0], option[1]]),
            backend_field_value: valueOf(option),
            ...(as === 'several' && index === options.length - 1 && { exclusive: true }),
          })),
        }
  return { label: say(label), answers: { value } }
}

function stepOf({ questions }: TemplateWords, question: TemplateQuestion, say: Say): Step {
  const { field, hint, unlessLastOf } = question
  const last = questions.find((one) => one.field === unlessLastOf)?.options?.at(-1)
  return {
    name: field,
    hint: say(hint),
    ...(unlessLastOf !== undefined &&
      last && {
        display_rules: [
          { operator: 'and', conditions: [{ field: unlessLastOf, condition: 'neq', arg: valueOf(last) }] },
        ],
      }),
    questions: elementsOf(question, say),
  }
}

function elementsOf({ field, as, options = [], slider }: TemplateQuestion, say: Say): Element[] {
  if (as === 'cards')
    return options.map((option) => ({
      type: 'container',
      widget: 'choice',
      submit: true,
      question_key: field,
      answer_id: valueOf(option),
      text: say([option[0], option[1]]),
      ...(option[2] !== undefined && { icon: option[2] }),
    })) as Element[]
  const asked = { question_key: field, answer_id: 'value', validations: { local: [REQUIRED] } }
  const goOn: Element = { type: 'submit', text: say(SHARED.next) }
  if (slider) {
    const { after, ...bounds } = slider
    return [
      { type: 'input', widget: 'slider', ...asked, ...bounds, ...(after && { after: say(after) }) },
      goOn,
    ]
  }
  return [{ type: 'select', widget: as === 'several' ? 'multi_select' : 'radio', ...asked }, goOn]
}

function sharedQuestions(say: Say, consents: { agreed: string; anyway: string }): Record<string, Question> {
  const { zip, person, phone, anyway } = SHARED
  return {
    zip: {
      label: say(zip.label),
      answers: {
        value: { backend_field_name: 'zip_code', label: say(zip.field) },
        city: { backend_field_name: 'city' },
        state: { backend_field_name: 'state' },
      },
    },
    person: {
      label: say(person.label),
      answers: {
        first: { backend_field_name: 'first_name', label: say(person.first) },
        last: { backend_field_name: 'last_name', label: say(person.last) },
        email: { backend_field_name: 'email', label: say(person.email) },
      },
    },
    phone: {
      label: say(phone.label),
      answers: {
        value: { backend_field_name: 'phone', label: say(phone.field) },
        consent: { backend_field_name: CONSENT, backend_field_value: consents.agreed },
      },
    },
    anyway: {
      label: say(anyway.label),
      answers: {
        agreed: { backend_field_name: callAnywayField('main'), backend_field_value: consents.anyway },
        declined: { backend_field_name: 'call_declined', backend_field_value: 'yes' },
      },
    },
  }
}

function sharedSteps(say: Say): Step[] {
  const { zip, person, phone, anyway, send, next, call } = SHARED
  const goOn: Element = { type: 'submit', text: say(next) }
  return [
    {
      name: 'zip',
      hint: say(zip.hint),
      questions: [
        {
          type: 'input',
          widget: 'text',
          question_key: 'zip',
          answer_id: 'value',
          mask: '99999',
          autocomplete: 'postal-code',
          inputmode: 'numeric',
          validations: { local: [REQUIRED, { name: 'zip' }], external: ['zip'] },
        },
        goOn,
      ],
    },
    {
      name: 'call_anyway',
      type: 'call_anyway',
      title: say(anyway.title),
      hint: say(anyway.hint),
      questions: [
        { type: 'container', widget: 'consent', question_key: 'anyway', answer_id: 'agreed' },
        { type: 'submit', text: say(call), agrees: true },
        {
          type: 'container',
          widget: 'choice',
          submit: true,
          question_key: 'anyway',
          answer_id: 'declined',
          text: say(anyway.no),
          agrees: false,
        },
      ],
    },
    {
      name: 'person',
      hint: say(person.hint),
      questions: [
        {
          ...typed('person', 'first'),
          autocomplete: 'given-name',
          validations: { local: [REQUIRED] },
        },
        { ...typed('person', 'last'), autocomplete: 'family-name', validations: { local: [REQUIRED] } },
        {
          ...typed('person', 'email'),
          autocomplete: 'email',
          inputmode: 'email',
          validations: { local: [REQUIRED, { name: 'email' }], external: ['email'] },
        },
        goOn,
      ],
    },
    {
      name: 'phone',
      hint: say(phone.hint),
      design: 'personal_info',
      questions: [
        {
          ...typed('phone', 'value'),
          autocomplete: 'tel-national',
          inputmode: 'tel',
          validations: { local: [REQUIRED, { name: 'phone' }], external: ['phone'] },
        },
        { type: 'container', widget: 'consent', question_key: 'phone', answer_id: 'consent' },
        { type: 'submit', text: say(send) },
      ],
    },
    {
      name: 'send',
      type: 'hidden',
      execute_actions: [{ name: 'send_lead', buyers: ['example_team'] }],
      questions: [],
    },
  ]
}

function typed(question_key: string, answer_id: string) {
  return { type: 'input', widget: 'text', question_key, answer_id } as const
}
