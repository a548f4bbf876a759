import type { PrivacyRequestKind } from '../../../schemas/privacy.ts'
import { LOCAL } from '../../flow/validations/localChecks.ts'
import { escaped } from '../pages/pageDocument.ts'

/** What a person typed into the form of a legal page, as it came. */
export interface Typed {
  kind: string
  email: string
  phone: string
}

export interface Asked {
  kind: PrivacyRequestKind
  email: string | null
  phone: string | null
}

type Errors = Partial<Record<keyof Typed, string>>

/** What may be asked by form, in the words of the form. */
const KINDS: Record<PrivacyRequestKind, string> = {
  do_not_sell: 'Do not sell or share my information',
  unsubscribe: 'Stop calls, texts and email',
  delete: 'Delete what you have about me',
  know: 'Send me a copy of what you have about me',
  correct: 'Correct what you have about me',
}

/** The pages that have a form, and what each can ask. */
export const FORMS: Readonly<Record<string, readonly PrivacyRequestKind[]>> = {
  'do-not-sell': ['do_not_sell'],
  unsubscribe: ['unsubscribe'],
  'privacy-policy': ['do_not_sell', 'unsubscribe', 'delete', 'know', 'correct'],
}

/** What was typed, from the body of a form's post. */
export function typedOf(body: unknown): Typed {
  const form = (body ?? {}) as Record<string, unknown>
  const text = (typed: unknown) => (typeof typed === 'string' ? typed.slice(0, LONGEST).trim() : '')
  return { kind: text(form['kind']), email: text(form['email']), phone: text(form['phone']) }
}

const LONGEST = 320

/** What is asked, or what is wrong with it. At least one of email and phone finds the person. */
export function requestOf(
  slug: string,
  { kind, email, phone }: Typed,
): { asked: Asked } | { errors: Errors } {
  const asked = FORMS[slug]?.find((known) => known === kind)
  const errors: Errors = {}
  if (!asked) errors.kind = 'Choose what you want.'
  if (email === '' && phone === '') errors.email = 'Give your email address or your phone number.'
  if (email !== '' && !LOCAL.email.passes(email))
    errors.email = 'Give an email address such as ann@example.com.'
  if (phone !== '' && !LOCAL.phone.passes(phone))
    errors.phone = 'Give a US phone number such as (512) 555-2368.'
  if (!asked || Object.keys(errors).length > 0) return { errors }
  return { asked: { kind: asked, email: email || null, phone: phone || null } }
}

/** The form of a page, with what was typed and what is wrong with it. It works without any script. */
export function requestForm(slug: string, typed?: Typed, errors: Errors = {}): string {
  const kinds = FORMS[slug]
  if (!kinds) return ''
  const [only] = kinds
  const chosen = typed?.kind ?? ''
  const what =
    kinds.length === 1
      ? `<input type="hidden" name="kind" value="${only}">`
      : `<fieldset${described('kind', errors)}><legend>What do you want?</legend>
${kinds.map((kind) => `<label class="choice"><input type="radio" name="kind" value="${kind}"${kind === chosen ? ' checked' : ''} required> ${KINDS[kind]}</label>`).join('\n')}
${error('kind', errors)}</fieldset>`
  return `<form method="post" action="${slug}#request" class="request" id="request">
${Object.keys(errors).length > 0 ? '<p class="wrong" role="alert">Nothing was sent yet: please look at what is marked below.</p>' : ''}
${what}
${input({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'email', value: typed?.email }, errors)}
${input({ name: 'phone', label: 'Phone number', type: 'tel', autocomplete: 'tel-national', value: typed?.phone }, errors)}
<p class="hint">One of the two is enough. Give those that you gave us, so that we find you.</p>
<button type="submit">${kinds.length === 1 && only ? KINDS[only] : 'Send the request'}</button>
</form>`
}

/** What is said once the request is kept. `number`: by which the operator finds it. */
export function requestThanks(kind: PrivacyRequestKind, number: number): string {
  return `<div class="request" id="request" role="status">
<h2>We have your request</h2>
<p>Its number is <strong>${number}</strong>: “${KINDS[kind]}”. ${THEN[kind]}</p>
</div>`
}

const THEN: Record<PrivacyRequestKind, string> = {
  do_not_sell:
    'It is in effect now: from here on we pass none of your details to a company that pays us for them.',
  unsubscribe: 'We act on it as soon as we can, at the latest within 10 business days.',
  delete:
    'We stop selling your data at once. Before we delete it we ask you to confirm that it is yours, within 10 business days.',
  know: 'Before we send anything we ask you to confirm that it is yours, within 10 business days.',
  correct: 'We ask you what is wrong, and to confirm that the data is yours, within 10 business days.',
}

function input(
  {
    name,
    label,
    value = '',
    ...attributes
  }: { name: keyof Typed; label: string; type: string; autocomplete: string; value: string | undefined },
  errors: Errors,
): string {
  const more = Object.entries(attributes).map(([key, text]) => `${key}="${text}"`)
  return `<label for="request-${name}">${label}</label>
<input id="request-${name}" name="${name}" ${more.join(' ')} maxlength="${LONGEST}" value="${escaped(value)}"${described(name, errors)}>
${error(name, errors)}`
}

function described(name: keyof Typed, errors: Errors): string {
  return errors[name] === undefined ? '' : ` aria-invalid="true" aria-describedby="request-${name}-error"`
}

function error(name: keyof Typed, errors: Errors): string {
  return errors[name] === undefined ? '' : `<p class="error" id="request-${name}-error">${errors[name]}</p>`
}
