import type { LeadLine, LeadsAsked } from '../../../schemas/desk/leads.ts'
import { contactFields, type ContactKind } from '../../flow/answers/contactFields.ts'
import { contactIn } from '../../store/nouns/privacy/person.ts'
import type { LeadRow } from '../../store/nouns/leads/leadList.ts'
import { maskedEmail, maskedName, maskedPhone } from '../../store/kernel/mask.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'
import type { Buyers } from '../delivery/attempt.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { isWithin, sitesAsked, sitesOf } from '../operators/ownSites.ts'
import { nameIn } from '../leads/personName.ts'
import { rightsOf, seesPersons } from './seesPersons.ts'

export interface LeadListDeps extends StoreAndClock {
  versions: Versions
  buyers: Buyers
}

/** Routes for the list of leads and its filters. */
export function leadListRoutes({ store, versions, buyers, now }: LeadListDeps) {
  async function lineOf({ version, lead, ...row }: LeadRow): Promise<LeadLine> {
    const flow = (await versions.get(version))?.flow
    const kinds = flow ? [...contactFields(flow)] : []
    const contact = (kind: ContactKind) =>
      kinds.flatMap(([field, is]) => (is === kind ? (lead[field] ?? []) : []))[0] ?? null
    return { ...row, name: nameIn(lead, flow), phone: contact('phone'), email: contact('email') }
  }
  return {
    'GET /api/reports/desk/choices': async ({ request }) => {
      const sites = sitesOf(request)
      const [offers, sentTo] = await Promise.all([store.offerNames(null), store.buyersOfLeads({ sites })])
      // An account for some sites doesn't see the buyers of other sites.
      const known = new Set([...(sites === null ? buyers.keys() : []), ...sentTo])
      const own = offers.filter(({ path, version }) => version === undefined && isWithin(sites, path))
      return {
        sites: [...new Set(own.map(({ path }) => path))].sort(),
        offers: own,
        buyers: [...known].sort(),
        ...rightsOf(request),
      }
    },

    'POST /api/reports/desk/leads': async ({ body, request }) => {
      const isOpen = seesPersons(request)
      if (!isOpen && body.search !== undefined && contactIn(body.search))
        throw refusal(403, REFUSALS.searchByContact, { field: 'search' })
      if ((body.from ?? 0) > (body.to ?? Infinity))
        throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
      const { path, ...asked } = body
      const { rows, next } = await store.leadList({ ...asked, sites: sitesAsked(request, path) })
      const data = await Promise.all(rows.map(lineOf))
      if (!isOpen) return { data: data.map(masked), next }
      const operator = request.session.operator ?? ''
      await store.audit({ at: now(), operator, act: 'see_leads', about: filtersIn(body) })
      return { data, next }
    },
  } satisfies Partial<Handlers>
}

function masked({ name, phone, email, ...line }: LeadLine): LeadLine {
  return {
    ...line,
    name: name && maskedName(name),
    phone: phone && maskedPhone(phone),
    email: email && maskedEmail(email),
  }
}

/** Filters for the audit log. It holds no personal data, so it records that something was searched for, but not what. */
function filtersIn({ search, before: _before, limit: _limit, ...filters }: LeadsAsked): string {
  const words = Object.entries(filters).map(([name, value]) => `${name} ${value}`)
  return [...words, ...(search === undefined ? [] : ['searched'])].join(', ')
}
