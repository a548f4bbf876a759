import type { OpenedSession, OpenSession } from '../../../schemas/visitor/sessions.ts'
import type { TrackingAllowed } from '../../../schemas/visitor/page.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { arrivalOf, isNewClick, firstSegment, LANGUAGE_PARAMETER } from '../../flow/arrival.ts'
import { begin } from '../../flow/journey.ts'
import { DEFAULT_SITE_KEY, FLOW_FORM, type Page } from '../../flow/page.ts'
import { languageOf } from '../../flow/languages/language.ts'
import { isVisitOld } from '../../flow/visitOver.ts'
import { staticSessionKey } from '../queue/remember.ts'
import { createStorage } from '../queue/storage.ts'

/** Settings of a statically hosted page for its server, as data attributes of the root element. */
export interface StaticSettings {
  /** Address to use for /api. */
  api?: string
  siteKey?: string
  productName?: string
  /** Path name of the site; without it the server finds the site by the address. */
  path?: string
}

/** Requests a session and fetches its flow, for a page that no server has filled. A session in this browser is continued if the server
 *  still has it, or cannot be reached. Without one, throws if the server cannot be reached, refuses, or the session lacks its uuid,
 *  token or version. Source: spec, sections 2 "Funnel entry screen" and 4 "Loading". */
export async function fetchPage(settings: StaticSettings): Promise<Page> {
  const { call, read } = await import('./late.ts')
  const storage = createStorage(() => localStorage)
  const { api = '/api', siteKey = DEFAULT_SITE_KEY, productName = 'Leadloom' } = settings
  const named = settings.path ?? firstSegment(location.pathname).slice(0, PATH_LENGTH)
  const arrival = arrivalOf({
    page_url: location.href,
    referrer: document.referrer,
    parameters: new URLSearchParams(location.search),
  })
  const open = async (held: OpenedSession | null): Promise<OpenedSession> => {
    const language = new URLSearchParams(location.search).get(LANGUAGE_PARAMETER)?.slice(0, LANGUAGE_LENGTH)
    const body: OpenSession = {
      path: named,
      ...arrival,
      ...(language && { language }),
      ...(held && { session_token: held.token }),
    }
    const opened = wholeSession(await call(api, 'POST /api/sessions', { body, token: siteKey }))
    if (!opened) throw new Error('The session lacks its uuid, token or version.')
    return opened
  }
  const site = `leadloom.site.${named}`
  const heldKey = staticSessionKey(storage.get(site) ?? named)
  const held = keptSession(storage.get(heldKey), Date.now())
  if (!held) storage.remove(heldKey)
  const opened = await open(held).catch((error: unknown) => {
    if (!held) throw error
    return held
  })
  const { path, origin, clicked, language, ...session } = opened
  storage.set(site, path)
  storage.set(staticSessionKey(path), JSON.stringify({ ...opened, at: Date.now() }))
  const asked = read<TrackingAllowed>(`${api}/scripts-allowed`, session.token).catch(() => null)
  const flow = await read<Flow>(
    `${api}/flows/${session.version}?form=${FLOW_FORM}${language ? `&${LANGUAGE_PARAMETER}=${language}` : ''}`,
  )
  if (!flow) throw new Error('The flow of the session is not there.')
  // A click that the server has not heard of would be credited to no one.
  const known = [origin.query, ...(clicked ? [clicked] : [])]
  if (opened === held && isNewClick(known, arrival.query, flow.ui_config.entrypoint.tracking_scripts))
    throw new Error('The server could not be asked for a session.')
  dress(flow, session.version)
  const [journey, effects] = begin({ flow, origin })
  return {
    session,
    path,
    flow,
    origin,
    clicked,
    journey,
    effects,
    product_name: productName,
    year: new Date().getFullYear(),
    may_track: (await asked)?.allowed ?? false,
    outcome: (await asked)?.allowed === false ? { not_sold: 'request', leads: [] } : null,
    base: '',
    api,
    validators: `${import.meta.env.BASE_URL}flows/${session.version}.js`,
    vehicles: `${import.meta.env.BASE_URL}vehicles/{year}.json`,
  }
}

/** Maximum length in schemas/api.ts. No site has a longer name. */
const PATH_LENGTH = 100
const LANGUAGE_LENGTH = 35

/** Adds title, icons, and the site's own stylesheet, which the server's page has in its head. */
function dress(flow: Flow, version: number): void {
  const { ui_config } = flow
  document.documentElement.lang = languageOf(flow)
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

/** Stored session of a visit that is not over; null if there is none, or its format is invalid: it may come from an earlier release, or
 *  from anyone with access to the browser. */
function keptSession(text: string | null, nowMs: number): OpenedSession | null {
  try {
    const kept = JSON.parse(text ?? 'null') as { at?: number } | null
    return isVisitOld(nowMs - Number(kept?.at)) ? null : wholeSession(kept)
  } catch {
    return null
  }
}

/** The same value if it is a session with everything that a page needs. */
function wholeSession(value: unknown): OpenedSession | null {
  const { uuid, token, version, click_ref, path, origin, clicked } = (value ?? {}) as Partial<OpenedSession>
  const parameters = [origin?.query ?? [null], clicked ?? []].flatMap((query) => Object.values(query))
  const texts = [uuid, token, click_ref, path, origin?.today, ...parameters]
  const isWhole =
    texts.every((text) => typeof text === 'string') && Number.isInteger(version) && TOKEN.test(token ?? '')
  return isWhole ? (value as OpenedSession) : null
}

/** Format of a token; the server would reject any other as ill-formed. Source: schemas/api.ts. */
const TOKEN = /^[\w-]{40,64}$/
