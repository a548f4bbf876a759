import type { FastifyRequest } from 'fastify'
import type { PrivacyRequest } from '../../../schemas/kernel/privacy.ts'
import { LOCAL } from '../../flow/elements/localChecks.ts'
import { contactIn } from '../../store/nouns/privacy/person.ts'
import { maskedEmail, maskedPhone, maskedText } from '../../store/kernel/mask.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { seesPersons } from './seesPersons.ts'

/** Routes to list, log, and answer privacy requests, and to forget the people who made them. */
export function privacyRoutes({ store, now }: StoreAndClock) {
  const operatorOf = ({ session }: FastifyRequest) => session.operator ?? ''
  const audit = (
    request: FastifyRequest,
    act: 'add_request' | 'answer_request' | 'forget_person',
    about: number,
  ) => store.audit({ at: now(), operator: operatorOf(request), act, about: String(about) })

  return {
    'POST /api/reports/desk/privacy': async ({ body, request }) => {
      const { before, search, from = 0, to = Infinity } = body
      const isOpen = seesPersons(request)
      if (!isOpen && search !== undefined && contactIn(search))
        throw refusal(403, REFUSALS.searchByContact, { field: 'search' })
      if (from > to) throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
      const found = await store.privacyRequests({
        ...body,
        before: before === undefined ? undefined : Number(before),
        limit: A_PAGE + 1,
      })
      const data = found.slice(0, A_PAGE)
      const next = found.length > A_PAGE ? String(data.at(-1)!.request) : null
      if (!isOpen) return { data: data.map(masked), next }
      await store.audit({ at: now(), operator: operatorOf(request), act: 'see_requests', about: '' })
      return { data, next }
    },

    'POST /api/reports/desk/privacy/add': async ({ body: { kind, path, ...typed }, request }) => {
      const [email, phone] = [typed.email?.trim() ?? '', typed.phone?.trim() ?? '']
      if (!(await store.paths()).includes(path)) throw refusal(422, REFUSALS.noSite(path), { field: 'path' })
      if (email === '' && phone === '') throw refusal(422, REFUSALS.noPersonNamed, { field: 'email' })
      if (email !== '' && !LOCAL.email.passes(email))
        throw refusal(422, REFUSALS.noEmailAddress, { field: 'email' })
      if (phone !== '' && !LOCAL.phone.passes(phone))
        throw refusal(422, REFUSALS.noPhoneNumber, { field: 'phone' })
      const asked = { kind, path, manner: 'operator', email: email || null, phone: phone || null } as const
      const made = await store.privacyRequest({ ...asked, at: now() })
      await audit(request, 'add_request', made)
      return { request: made }
    },

    'POST /api/reports/desk/privacy/answer': async ({ body, request }) => {
      if (!(await store.answerPrivacyRequest(body.request, body.answer.trim(), now())))
        throw refusal(409, REFUSALS.notOpen(body.request), { field: 'request' })
      await audit(request, 'answer_request', body.request)
    },

    'POST /api/reports/desk/privacy/forget': async ({ body, request }) => {
      if (!(await store.askToForget(body.request, operatorOf(request), now())))
        throw refusal(409, REFUSALS.notToForget(body.request), { field: 'request' })
      await audit(request, 'forget_person', body.request)
    },
  } satisfies Partial<Handlers>
}

const A_PAGE = 50

/** The answer may repeat the person's contact details. */
function masked({ email, phone, answer, ...request }: PrivacyRequest): PrivacyRequest {
  return {
    ...request,
    email: email && maskedEmail(email),
    phone: phone && maskedPhone(phone),
    answer: answer && maskedText(answer, [email ?? '', phone ?? '']),
  }
}
