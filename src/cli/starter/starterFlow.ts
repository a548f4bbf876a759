import type { Element } from '../../../schemas/elements/element.ts'
import type { FlowDocument, Offer, Question } from '../../../schemas/flow/flow.ts'
import { KINDS, type Kind } from './starterWords.ts'
import { COLORS, type Theme } from '../../../schemas/flow/theme.ts'
import { callAnywayField } from '../../flow/answers/optOut.ts'
import { legible, mixed } from '../../author/site/contrast.ts'

/** A complete starter flow: two questions, the place, the contact details with a consent, a lead, and an end. `style`: name of its
 *  stylesheet; `schema`: address of the flow schema, relative to the flow file. */
export function starterFlow({
  name,
  accent,
  kind,
  style,
  schema,
}: {
  name: string
  accent: string
  kind: Kind
  style: string
  schema: string
}): FlowDocument {
  const { offer, title, promise, first, second, buyer, purpose, thanks } = KINDS[kind]
  return {
    $schema: schema,
    constants_config: {
      questions: {
        first: {
          label: first.label,
          answers: Object.fromEntries(
            first.options.map((text) => [
              valueOf(text),
              { backend_field_name: first.field, backend_field_value: valueOf(text) },
            ]),
          ),
        },
        second: {
          label: second.label,
          answers: {
            value: {
              backend_field_name: second.field,
              label: 'This',
              options: second.options.map((text) => ({ text, backend_field_value: valueOf(text) })),
            },
          },
        },
        ...questions(
          `By pressing “${SEND}” I give ${name} and ${buyer} my written consent to call and text me ${purpose} at the number that I gave, also by automatic dialling and with recorded voices, even if it is on a Do Not Call list. I am 18 or older. I need not consent to buy anything, and can take it back at any time. I have read the Privacy Policy and the Terms of Use.`,
        ),
        anyway: {
          label: 'Call despite an opt-out',
          answers: {
            agreed: {
              backend_field_name: callAnywayField('main'),
              backend_field_value: `By pressing “${CALL}” I ask ${name} to share this request with ${buyer}, so that they can call and text me ${purpose}, although my browser sends an opt-out signal (Global Privacy Control). This covers this request only. Nothing is shared until I have given my details and my consent to be called. I can take this back at any time.`,
            },
            declined: { backend_field_name: 'call_declined', backend_field_value: 'yes' },
          },
        },
      },
    },
    ui_config: {
      template: 'leadloom',
      style,
      title: `${name}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      favicon: style,
      site: {
        name,
        company: {
          name: `Example ${name} LLC`.slice(0, 80),
          address: ['100 Sample Street', 'Anytown, TX 00000'],
          phone: '+15125550100',
        },
        promise,
        trust: ['Free to use', 'No calls without your permission', 'Companies pay us, not you'],
        footer: [
          { text: 'Partners', document: 'partners' },
          { text: 'Privacy Policy', document: 'privacy-policy' },
          { text: 'Terms of Use', document: 'terms-of-use' },
          { text: 'Do Not Sell My Information', document: 'do-not-sell' },
          { text: 'Unsubscribe', document: 'unsubscribe' },
        ],
        disclaimer:
          'We are not a law firm, a lender or a government agency. We connect people with companies that can help, and may be paid when we do.',
        theme: { ...starterTheme(accent), radius: 10 },
      },
      basic_fields: ['first_name', 'last_name', 'email', 'phone'],
      fields: {},
      buyers: {
        example_team: {
          name: buyer,
          required_fields: ['first_name', 'last_name', 'email', 'phone', CONSENT],
          next: 'They’ll call you at the number you gave, usually the same day.',
        },
      },
      entrypoint: { tracking_scripts: {} },
      offers: {
        main: { name: offer, real: true, design: 'plain', steps: steps(first) },
        end: {
          name: 'Thank you',
          real: false,
          design: 'thank_you',
          steps: [
            {
              name: 'thanks',
              title: 'Thank you',
              questions: [
                { type: 'container', widget: 'outcome' },
                { type: 'container', widget: 'html', html: `<p>${thanks}</p>` },
              ],
            },
          ],
        },
      },
    },
    offer_order: ['main', 'end'],
  }
}

const SEND = 'Send my details'
const CALL = 'Call me about this request anyway'
const CONSENT = 'call_consent'

/** Recorded value of a text: its letters and digits. */
function valueOf(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  return /^[a-z]/.test(words) ? words : `from_${words}`
}

function questions(consent: string): Record<string, Question> {
  return {
    zip: {
      label: 'What is your ZIP code?',
      answers: {
        value: { backend_field_name: 'zip_code', label: 'ZIP code' },
        city: { backend_field_name: 'city' },
        state: { backend_field_name: 'state' },
      },
    },
    person: {
      label: 'What is your name?',
      answers: {
        first: { backend_field_name: 'first_name', label: 'First name' },
        last: { backend_field_name: 'last_name', label: 'Last name' },
        email: { backend_field_name: 'email', label: 'Email' },
        phone: { backend_field_name: 'phone', label: 'Phone number' },
        consent: { backend_field_name: CONSENT, backend_field_value: consent },
      },
    },
  }
}

function steps({ hint, field, options }: (typeof KINDS)[Kind]['first']): Offer['steps'] {
  return [
    {
      name: 'first',
      hint,
      questions: options.map((text): Element => ({
        type: 'container',
        widget: 'choice',
        submit: true,
        question_key: 'first',
        answer_id: valueOf(text),
        text,
      })),
    },
    {
      name: 'second',
      display_rules: [
        { operator: 'and', conditions: [{ field, condition: 'neq', arg: valueOf(options.at(-1)!) }] },
      ],
      questions: [
        {
          type: 'select',
          widget: 'radio',
          question_key: 'second',
          answer_id: 'value',
          validations: { local: [{ name: 'required' }] },
        },
        CONTINUE,
      ],
    },
    {
      name: 'zip',
      hint: 'So we can find someone near you.',
      questions: [
        {
          type: 'input',
          widget: 'text',
          question_key: 'zip',
          answer_id: 'value',
          mask: '99999',
          autocomplete: 'postal-code',
          inputmode: 'numeric',
          validations: { local: [{ name: 'required' }, { name: 'zip' }], external: ['zip'] },
        },
        CONTINUE,
      ],
    },
    {
      name: 'call_anyway',
      type: 'call_anyway',
      title: 'Would you like a call about this request anyway?',
      hint: 'Your browser asks us not to sell your data, so we won’t share this request unless you say so.',
      questions: [
        { type: 'container', widget: 'consent', question_key: 'anyway', answer_id: 'agreed' },
        { type: 'submit', text: CALL, agrees: true },
        {
          type: 'container',
          widget: 'choice',
          submit: true,
          question_key: 'anyway',
          answer_id: 'declined',
          text: 'No, thanks',
          agrees: false,
        },
      ],
    },
    {
      name: 'details',
      title: 'How can they reach you?',
      hint: 'So a specialist in your state can call you.',
      design: 'personal_info',
      questions: [
        typed('first', 'given-name'),
        typed('last', 'family-name'),
        typed('email', 'email'),
        typed('phone', 'tel-national'),
        { type: 'container', widget: 'consent', question_key: 'person', answer_id: 'consent' },
        { type: 'submit', text: SEND },
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

const CONTINUE: Element = { type: 'submit', text: 'Continue' }

function typed(
  answer_id: 'first' | 'last' | 'email' | 'phone',
  autocomplete: 'given-name' | 'family-name' | 'email' | 'tel-national',
): Element {
  const common = { type: 'input', widget: 'text', question_key: 'person', answer_id, autocomplete } as const
  if (answer_id === 'email')
    return {
      ...common,
      inputmode: 'email',
      validations: { local: [{ name: 'required' }, { name: 'email' }], external: ['email'] },
    }
  if (answer_id === 'phone')
    return {
      ...common,
      inputmode: 'tel',
      validations: { local: [{ name: 'required' }, { name: 'phone' }], external: ['phone'] },
    }
  return { ...common, validations: { local: [{ name: 'required' }] } }
}

/** Light and dark colors around an accent, which is adjusted only as far as readability requires. */
function starterTheme(accent: string): Theme {
  return {
    light: around(accent, 'light', { end: 255, soft: 0.9 }),
    dark: around(accent, 'dark', { end: 0, soft: 0.72 }),
  }
}

/** `end`: side of the background, white (255) or black (0); `soft`: how close the soft accent is to it. */
function around(
  accent: string,
  scheme: 'light' | 'dark',
  { end, soft }: { end: number; soft: number },
): NonNullable<Theme['light']> {
  const { page, surface, muted, focus } = COLORS[scheme]
  const quiet = mixed(accent, end, soft)
  // The product's own backgrounds on which it must be readable.
  const grounds = [page, surface].map((back) => [back, TEXT] as const)
  const accent_soft =
    legible(quiet, [
      [muted, TEXT],
      [focus, CONTROL],
    ]) ?? surface
  const shown = legible(accent, [...grounds, [accent_soft, TEXT]]) ?? COLORS[scheme].accent
  const strong = mixed(shown, 255 - end, 0.2)
  const ink = legible(end === 255 ? '#ffffff' : '#000000', [
    [shown, TEXT],
    [strong, TEXT],
  ])
  return { accent: shown, accent_strong: strong, accent_soft, accent_ink: ink ?? COLORS[scheme].accent_ink }
}

/** Source: WCAG 2.2, 1.4.3 and 1.4.11. */
const [TEXT, CONTROL] = [4.5, 3]
