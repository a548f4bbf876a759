import type { PrivacyRequestKind } from '../../../schemas/kernel/privacy.ts'
import { LOCAL } from '../../flow/elements/localChecks.ts'
import type { Language } from '../../../schemas/flow/flow.ts'
import { LEGAL } from '../../texts/languages/legalSentences.ts'
import type { LegalSite } from '../pages/legalDocument.ts'
import { escaped } from '../kernel/escaped.ts'

/** Raw input from the form of a legal page. */
export interface Typed {
  kind: string
  email: string
  phone: string
}

export interface RequestFields {
  kind: PrivacyRequestKind
  email: string | null
  phone: string | null
}

type Errors = Partial<Record<keyof Typed, string>>

/** Pages with a form, and the requests that each allows. */
export const FORMS: Readonly<Record<string, readonly PrivacyRequestKind[]>> = {
  'do-not-sell': ['do_not_sell'],
  unsubscribe: ['unsubscribe'],
  'privacy-policy': ['do_not_sell', 'unsubscribe', 'delete', 'know', 'correct'],
}

/** Input from the body of a form's post. */
export function typedOf(body: unknown): Typed {
  const form = (body ?? {}) as Record<string, unknown>
  const text = (typed: unknown) => (typeof typed === 'string' ? typed.slice(0, LONGEST).trim() : '')
  return { kind: text(form['kind']), email: text(form['email']), phone: text(form['phone']) }
}

const LONGEST = 320

/** The request, or its errors. At least one of email and phone is needed to find the person. */
export function requestOf(
  language: Language,
  slug: string,
  { kind, email, phone }: Typed,
): { asked: RequestFields } | { errors: Errors } {
  const { PRIVACY_FORM } = LEGAL[language]
  const asked = FORMS[slug]?.find((known) => known === kind)
  const errors: Errors = {}
  if (!asked) errors.kind = PRIVACY_FORM.kindMissing
  if (email === '' && phone === '') errors.email = PRIVACY_FORM.contactMissing
  if (email !== '' && !LOCAL.email.passes(email)) errors.email = PRIVACY_FORM.emailWrong
  if (phone !== '' && !LOCAL.phone.passes(phone)) errors.phone = PRIVACY_FORM.phoneWrong
  if (!asked || Object.keys(errors).length > 0) return { errors }
  return { asked: { kind: asked, email: email || null, phone: phone || null } }
}

/** The form of a page, with earlier input and its errors. It works without any script. */
export function requestForm(
  { language, addressOf }: Pick<LegalSite, 'language' | 'addressOf'>,
  slug: string,
  typed?: Typed,
  errors: Errors = {},
): string {
  const { PRIVACY_FORM, PRIVACY_KINDS } = LEGAL[language]
  const kinds = FORMS[slug]
  if (!kinds) return ''
  const [only] = kinds
  const chosen = typed?.kind ?? ''
  const what =
    kinds.length === 1
      ? `<input type="hidden" name="kind" value="${only}">`
      : `<fieldset${described('kind', errors)}><legend>${PRIVACY_FORM.kind}</legend>
${kinds.map((kind) => `<label class="choice"><input type="radio" name="kind" value="${kind}"${kind === chosen ? ' checked' : ''} required> ${PRIVACY_KINDS[kind]}</label>`).join('\n')}
${error('kind', errors)}</fieldset>`
  return `<form method="post" action="${addressOf(slug, language)}#request" class="request" id="request">
${Object.keys(errors).length > 0 ? `<p class="wrong" role="alert">${PRIVACY_FORM.wrong}</p>` : ''}
${what}
${input({ name: 'email', label: PRIVACY_FORM.email, type: 'email', autocomplete: 'email', value: typed?.email }, errors)}
${input({ name: 'phone', label: PRIVACY_FORM.phone, type: 'tel', autocomplete: 'tel-national', value: typed?.phone }, errors)}
<p class="hint">${PRIVACY_FORM.hint}</p>
<button type="submit">${kinds.length === 1 && only ? PRIVACY_KINDS[only] : PRIVACY_FORM.send}</button>
</form>`
}

/** Thanks shown once the request is saved. `number`: lets the operator find it. */
export function requestThanks(language: Language, kind: PrivacyRequestKind, number: number): string {
  const { PRIVACY_FORM, PRIVACY_KINDS, PRIVACY_NEXT } = LEGAL[language]
  return `<div class="request" id="request" role="status">
<h2>${PRIVACY_FORM.kept}</h2>
<p>${PRIVACY_FORM.numbered(`<strong>${number}</strong>`, PRIVACY_KINDS[kind], PRIVACY_NEXT[kind])}</p>
</div>`
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
