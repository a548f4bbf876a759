import type { OpenSession } from '../../schemas/api.ts'
import type { Flow } from '../../schemas/flow.ts'
import type { Query, Session } from '../../schemas/session.ts'
import { begin } from '../flow/journey.ts'
import { DEFAULT_SITE_KEY, type Page } from '../flow/page.ts'
import { createStorage } from './storage.ts'

/** What a statically hosted page says of its server, as data attributes of the root element. */
export interface StaticSettings {
  /** The address that stands for /api. */
  api?: string
  siteKey?: string
  productName?: string
  /** The site's path name; without it, the first segment of the address. */
  path?: string
}

/** Opens a session and fetches its flow: how a page starts that no server has filled. A session that this browser
 *  holds already is gone on with. Throws when the server cannot be reached, refuses, or the session lacks its uuid,
 *  token or version. Source: spec, sections 2 "Funnel entry screen" and 4 "Loading". */
export async function fetchPage(settings: StaticSettings): Promise<Page> {
  const { call, read } = await import('./late.ts')
  const storage = createStorage(() => localStorage)
  const { api = '/api', siteKey = DEFAULT_SITE_KEY, productName = 'Leadloom' } = settings
  const path = settings.path ?? location.pathname.split('/')[1] ?? ''
  const query: Query = Object.fromEntries(new URLSearchParams(location.search))
  const kept = `leadloom.session.${path}.${JSON.stringify(query)}`
  const body: OpenSession = { path, page_url: location.href, referrer: document.referrer, query }
  const opened = JSON.parse(storage.get(kept) ?? 'null') as Opened | null
  const { session, today } = opened ?? {
    session: await call<Session>(api, 'POST /api/sessions', { body, token: siteKey }),
    today: newYorkDay(),
  }
  if (!session.uuid || !session.token || !session.version)
    throw new Error('The session lacks its uuid, token or version.')
  const flow = await read<Flow>(`${api}/flows/${session.version}`)
  if (!flow) throw new Error(`There is no flow version ${session.version}.`)
  storage.set(kept, JSON.stringify({ session, today } satisfies Opened))
  const origin = { today, query }
  const [journey, effects] = begin({ flow, origin })
  return {
    session,
    path,
    flow,
    origin,
    journey,
    effects,
    product_name: productName,
    year: Number(origin.today.slice(0, 4)),
    api,
    validators: `${import.meta.env.BASE_URL}flows/${session.version}.js`,
  }
}

interface Opened {
  session: Session
  today: string
}

/** Today in New York, YYYY-MM-DD: the form that en-CA gives. */
function newYorkDay(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format()
}
