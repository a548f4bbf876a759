import { CALLS, type CallName } from '../../../schemas/api.ts'
import type { Session } from '../../../schemas/kernel/session.ts'
import { BODIES } from '../../server/bodies.ts'
import { PARTNER, OPERATOR } from '../../journeys/serving.ts'

/** An address of the server, with the parts of a valid request to it. */
export interface Target {
  method: string
  url: string
  /** Valid body; null if the address takes none. */
  body: ((session: Session) => object) | null
  query: ((session: Session) => Record<string, string>) | null
  /** Key that signs the wrapped body, the session's or the site's; null for a body that isn't wrapped. */
  wrapped: 'session' | 'site' | null
}

const range = { path: 'yardstick', from: '0', to: '1900000000000', start: '0', end: '1900000000000' }
const conversion = ({ uuid, click_ref }: Session) => ({
  key: PARTNER.secret,
  ref: `claim|${click_ref}|${uuid}|mail`,
  id: uuid,
  amount: '12.34',
  status: 'approved',
})

/** Bodies that refusals.test.ts doesn't have. */
const OTHERS: Record<string, (session: Session) => object> = {
  'POST /api/sessions': ({ token }) => ({
    path: 'yardstick',
    page_url: '',
    referrer: '',
    query: {},
    session_token: token,
  }),
  'POST /webhook/tracking/linkout/create': ({ uuid }) => ({
    uuid,
    session_uuid: uuid,
    step: 'a',
    offer: 'b',
  }),
  'POST /webhook/conversions': conversion,
  'POST /api/reports/login': () => OPERATOR,
}
const QUERIES: Record<string, (session: Session) => Record<string, string>> = {
  'GET /api/path-config': () => ({ path: 'yardstick' }),
  'GET /webhook/conversions': conversion,
}

const calls = (Object.keys(CALLS) as CallName[]).map((name): Target => {
  const [method = '', url = ''] = name.split(' ')
  const reports = url.startsWith('/api/reports/') && method === 'GET' ? () => range : null
  return {
    method,
    url: url.replace(':version', '1'),
    body: BODIES[name] ?? OTHERS[name] ?? null,
    query: QUERIES[name] ?? reports,
    wrapped: !('wrapped' in CALLS[name]) ? null : CALLS[name].caller === 'visitor' ? 'session' : 'site',
  }
})

const SHOWN = `
  / /yardstick /found-money /nowhere/at/all /stats /stats/sales /healthz /readyz /robots.txt /favicon.ico
  /apple-touch-icon.png /api/openapi.json /main/index.html /main/flows/1.js /main/flows/1.css /main/flows/1/icon.svg
  /main/vehicles/2020.json /main/assets/main.js /legal/yardstick/privacy-policy /legal/found-money/do-not-sell`

const shown = SHOWN.trim()
  .split(/\s+/)
  .map((url): Target => ({
    method: 'GET',
    url,
    body: null,
    query: () => ({ affid: '86', sub1: 'x' }),
    wrapped: null,
  }))

const forms = ['/legal/found-money/do-not-sell', '/legal/yardstick/privacy-policy'].map((url): Target => ({
  method: 'POST',
  url,
  body: () => ({ kind: 'do_not_sell', email: 'ann@example.com', phone: '' }),
  query: null,
  wrapped: null,
}))

const operators = calls.filter(({ url }) => url.startsWith('/api/reports/'))
const strangers = calls.filter((call) => !operators.includes(call))

/** Every route of the server. Those of operators, who have most, refuse strangers before anything else, so the others come more often. */
export const TARGETS: readonly Target[] = [
  ...operators,
  ...Array.from({ length: 4 }, () => [...strangers, ...shown, ...forms]).flat(),
]
