import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { LeadLine, LeadsAsked } from '../../../schemas/desk/leads.ts'
import { contactFields, type ContactKind } from '../../flow/answers/contactFields.ts'
import { contactIn } from '../../store/nouns/privacy/person.ts'
import type { Area, LeadRow, LeadsWanted } from '../../store/nouns/leads/leadList.ts'
import { outcomeOfLead } from '../../rows/outcomeOfLead.ts'
import { STATES } from '../../author/kernel/stateOptions.ts'
import { zipsOfState } from '../../author/solve/zips.ts'
import { stateOf } from '../delivery/statesAndFilters.ts'
import { csvOf } from './csvOf.ts'
import { maskedEmail, maskedName, maskedPhone } from '../../store/kernel/mask.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Buyers } from '../delivery/attempt.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { isWithin, sitesAsked, sitesOf } from '../operators/ownSites.ts'
import { nameIn } from '../leads/personName.ts'
import { isMissing, MISSING } from './missingBuyers.ts'
import { rightsOf, seesPersons } from './seesPersons.ts'

export interface LeadListDeps extends StoreAndClock {
  versions: Versions
  buyers: Buyers
}

/** Routes for the list of leads and its filters, and for the list as CSV. */
export function leadListRoutes({ store, versions, buyers, now }: LeadListDeps) {
  async function lineOf({ version, lead, ...row }: LeadRow): Promise<LeadLine> {
    const flow = (await versions.get(version))?.flow
    const kinds = flow ? [...contactFields(flow)] : []
    const contact = (kind: ContactKind) =>
      kinds.flatMap(([field, is]) => (is === kind ? (lead[field] ?? []) : []))[0] ?? null
    const us_state = (await stateOf(lead)) || null
    const deliveries = row.deliveries.map((one) =>
      isMissing(one, buyers) ? { ...one, held: MISSING.held } : one,
    )
    return {
      ...row,
      deliveries,
      us_state,
      name: nameIn(lead, flow),
      phone: contact('phone'),
      email: contact('email'),
    }
  }

  /** Checks a question, and returns a function that answers it page by page. */
  function pages(body: LeadsAsked, request: FastifyRequest, isOpen: boolean) {
    if (!isOpen && body.search !== undefined && contactIn(body.search))
      throw refusal(403, REFUSALS.searchByContact, { field: 'search' })
    if ((body.from ?? 0) > (body.to ?? Infinity))
      throw refusal(400, REFUSALS.rangeBackwards, { field: 'from' })
    const { path, us_state, ...asked } = body
    const wanted: LeadsWanted = {
      ...asked,
      ...(us_state !== undefined && { area: areaOf(us_state) }),
      isById: !isOpen,
      sites: sitesAsked(request, path),
    }
    return async (more: Pick<LeadsAsked, 'before' | 'limit'> = {}) => {
      const { rows, next } = await store.leadList({ ...wanted, ...more })
      const lines = await Promise.all(rows.map(lineOf))
      return { rows: isOpen ? lines : lines.map(masked), next }
    }
  }

  async function csv(body: LeadsAsked, request: FastifyRequest, reply: FastifyReply, isOpen: boolean) {
    const { before: _before, limit: _limit, ...asked } = body
    const page = pages(asked, request, isOpen)
    const operator = request.session.operator ?? ''
    const about = (rows: number) => `${rows}: ${filtersIn(asked) || 'all'}`
    // Refusals must come before the response begins.
    const first = await page({ limit: ROWS_AT_ONCE })
    reply.type('text/csv; charset=utf-8')
    return Readable.from(
      csvOf({
        columns: CSV_COLUMNS,
        page: async (before) => (before === undefined ? first : page({ before, limit: ROWS_AT_ONCE })),
        ended: (rows) =>
          store.audit({
            at: now(),
            operator,
            act: isOpen ? 'export_persons' : 'export_list',
            about: about(rows),
          }),
      }),
    )
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
      const { rows: data, next } = await pages(body, request, isOpen)()
      if (!isOpen) return { data, next }
      const operator = request.session.operator ?? ''
      await store.audit({ at: now(), operator, act: 'see_leads', about: filtersIn(body) })
      return { data, next }
    },

    'POST /api/reports/desk/leads/csv': ({ body, request, reply }) => csv(body, request, reply, false),

    'POST /api/reports/desk/leads/csv/persons': ({ body, request, reply }) => {
      if (!seesPersons(request)) throw refusal(403, REFUSALS.exportIsPersonal)
      return csv(body, request, reply, true)
    },
  } satisfies Partial<Handlers>
}

const ROWS_AT_ONCE = 500

/** A US state as answers may name it. */
function areaOf(state: string): Area {
  const name = STATES.find(({ backend_field_value }) => backend_field_value === state)?.text.toUpperCase()
  const known = AREAS.get(state) ?? {
    zips: zipsOfState(state),
    names: [state, ...(name === undefined ? [] : [name])],
  }
  AREAS.set(state, known)
  return known
}

/** States that were asked for; there are at most 26 x 26. */
const AREAS = new Map<string, Area>()

const CSV_COLUMNS: Record<string, (line: LeadLine) => string | number | null> = {
  lead: ({ session_uuid }) => session_uuid,
  received: ({ at }) => new Date(at).toISOString(),
  status: ({ deliveries }) => outcomeOfLead(deliveries).outcome,
  price: ({ deliveries }) => {
    const paid = deliveries.flatMap(({ cents }) => cents ?? [])
    return paid.length === 0 ? null : paid.reduce((sum, cents) => sum + cents, 0) / 100
  },
  name: ({ name }) => name,
  phone: ({ phone }) => phone,
  email: ({ email }) => email,
  site: ({ path }) => path,
  us_state: ({ us_state }) => us_state,
  affiliate: ({ aff_id }) => aff_id,
  offer: ({ deliveries }) => [...new Set(deliveries.map(({ offer_name }) => offer_name))].join('; '),
  buyer: ({ deliveries }) =>
    outcomeOfLead(deliveries)
      .by.map(({ buyer }) => buyer)
      .join('; '),
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
