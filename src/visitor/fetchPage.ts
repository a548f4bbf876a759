import type { OpenSession, TrackingAllowed } from '../../schemas/api.ts'
import type { Flow } from '../../schemas/flow.ts'
import type { Origin, Query, Session } from '../../schemas/session.ts'
import { addedToAddress, arrivalOf, comesAnew } from '../flow/arrival.ts'
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
  const come = arrivalOf({
    page_url: location.href,
    referrer: document.referrer,
    parameters: new URLSearchParams(location.search),
  })
  const { query } = come
  const open = async (): Promise<Opened> => ({
    session: await call<Session>(api, 'POST /api/sessions', {
      body: { path, ...come } satisfies OpenSession,
      token: siteKey,
    }),
    origin: { today: newYorkDay(), query },
  })
  const kept = `leadloom.session.${path}`
  const known = readOpened(storage.get(kept))
  const asked = read<TrackingAllowed>(`${api}/tracking/allowed`).catch(() => null)
  const resumed = known && (await withFlow(api, known))
  const opened = resumed && !isNew(resumed, query) ? resumed : await withFlow(api, await open())
  if (!opened) throw new Error('The flow of the session is not there.')
  const { session, origin, flow } = opened
  storage.set(kept, JSON.stringify({ session, origin } satisfies Opened))
  dress(flow, session.version)
  const [journey, effects] = begin({ flow, origin })
  return {
    session,
    path,
    flow,
    origin,
    journey,
    effects,
    product_name: productName,
    year: Number(newYorkDay().slice(0, 4)),
    may_track: (await asked)?.allowed ?? false,
    api,
    validators: `${import.meta.env.BASE_URL}flows/${session.version}.js`,
    vehicles: `${import.meta.env.BASE_URL}vehicles/{year}.json`,
  }
}

/** Title, icons and the site's own stylesheet: what the server's page has in its head. */
function dress({ ui_config }: Flow, version: number): void {
  document.title = ui_config.title
  const { BASE_URL } = import.meta.env
  const published = `${BASE_URL}flows/${version}`
  link({ rel: 'stylesheet', href: `${published}.css` })
  link({ rel: 'icon', href: `${published}/favicon.ico` })
  link({ rel: 'apple-touch-icon', href: `${published}/icon-180.png` })
}

function link(attributes: { rel: string; href: string }): void {
  document.head.append(Object.assign(document.createElement('link'), attributes))
}

interface Opened {
  session: Session
  origin: Origin
}

function isNew({ origin, flow }: Opened & { flow: Flow }, query: Query): boolean {
  return comesAnew(origin, query, addedToAddress(flow.ui_config.entrypoint.tracking_scripts))
}

/** A session with its flow; null when the server no longer has that version. Throws when the session is none. */
async function withFlow(api: string, { session, origin }: Opened): Promise<(Opened & { flow: Flow }) | null> {
  if (!session.uuid || !session.token || !session.version)
    throw new Error('The session lacks its uuid, token or version.')
  const { read } = await import('./late.ts')
  const flow = await read<Flow>(`${api}/flows/${session.version}`)
  return flow && { session, origin, flow }
}

/** What this browser kept of an earlier visit; null when there is nothing, or nothing that can be read. */
function readOpened(text: string | null): Opened | null {
  try {
    return JSON.parse(text ?? 'null') as Opened | null
  } catch {
    return null
  }
}

/** Today in New York, YYYY-MM-DD: the form that en-CA gives. */
function newYorkDay(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format()
}
