import type { ComponentType } from 'react'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { CallName } from '../../../schemas/api.ts'
import type { Catalog, PhoneNumber, TrackingAllowed } from '../../../schemas/visitor/page.ts'
import type { Outcome } from '../../../schemas/visitor/sessions.ts'
import type { LinkOutElement, Redirect } from '../../../schemas/elements/element.ts'
import type { KnownOutcome } from '../../flow/outcome.ts'
import { findStep } from '../../flow/elements/elements.ts'
import { shownIn } from '../../flow/languages/language.ts'
import type { CompiledCheck } from '../../flow/validations/compiledCheck.ts'
import { asksNothing } from '../../flow/progress.ts'
import { isVisitOld, isVisitOver } from '../../flow/visitOver.ts'
import type { LinkOfferProps } from '../goOn/LinkOffer.tsx'
import { createCell, type Cell } from '../queue/cell.ts'
import { enqueue } from '../queue/corrections.ts'
import { createDrafts } from '../visit/drafts.ts'
import { queuedCalls } from '../visit/effects.ts'
import { loadAnew } from '../visit/loadAnew.ts'
import { createOutbox, hasUnsent, type Correction, type Outbox } from '../queue/outbox.ts'
import { persist } from '../queue/persist.ts'
import { createStepHistory } from '../visit/stepHistory.ts'
import type { Page } from '../../flow/page.ts'
import { gather, rememberOwn } from '../queue/remember.ts'
import { createStorage, type Storage } from '../queue/storage.ts'
import type { TrackingIds } from '../tracking/tracker.ts'
import type { TrackingPorts } from '../tracking/startTrackers.ts'
import { uuid } from '../queue/uuid.ts'
import type { ValidatorOf, BrowserPorts } from '../visit/browserPorts.ts'
import { SENT, startSending } from './sending.ts'
import { afterPaint, atRest, once, tooLate, whenIdle } from './timing.ts'

/** Browser functions of a page. Nothing in it delays the first paint; code that calls the server comes later. */
export function createBrowserPorts(page: Page, storage: Storage): BrowserPorts {
  const { session, api } = page
  const late = once(() => persist(() => import('./late.ts')))
  const outbox = createOutbox({ storage, now: Date.now, unique: uuid })
  const lifetime = createLifetime()
  const tell: Tell = (call, body) =>
    outbox.add({ call, body: { ...body }, token: session.token, page_url: location.href })
  const saysNo = navigator.globalPrivacyControl === true
  afterPaint(async () => {
    const { followKeyboard, showFonts } = await late()
    followKeyboard()
    void showFonts()
  })
  tellWhenShown(page, tell)
  const moving = moveJourney(page, { storage, outbox, lifetime })
  const validators = loadValidators(page)
  const phone = createPhone(page, late, saysNo)
  const outcome = createCell<KnownOutcome | null>(
    saysNo ? { leads: [], ...page.outcome, not_sold: GPC } : page.outcome,
  )
  const note = (known: Partial<KnownOutcome>) =>
    outcome.set({ leads: [], not_sold: null, ...outcome.get(), ...known })
  const onUnsent = (isUnsent: boolean, forGood: boolean) => {
    if (forGood) storage.set(unsentKey(page), session.uuid)
    note({ isUnsent })
  }
  for (const change of ['online', 'offline'])
    addEventListener(change, () => note({ isOffline: change === 'offline' }))
  if (!navigator.onLine) note({ isOffline: true })
  if (storage.get(unsentKey(page)) === session.uuid) onUnsent(true, false)
  startSending(page, { outbox, storage, late, onUnsent, ...lifetime })
  const trackingIds = createCell<TrackingIds>({})
  const linkOffer = loadLinkOffer(page, outbox, late)
  trackVisit(page, tell, {
    late,
    saysNo,
    ports: { ids: trackingIds, phone: phone.phone, ended: lifetime.ended, outbox, storage },
  })

  return {
    ...moving,
    drafts: createDrafts(
      createStorage(() => sessionStorage),
      page,
    ),
    check: async (check) => {
      try {
        const asked = late().then(({ ask }) => ask(api, check, session.token))
        return await Promise.race([asked, tooLate()])
      } catch (error) {
        console.warn('A check could not be made; the answer is taken as it is.', error)
        return null
      }
    },
    validators,
    ...createCatalogs(page, late),
    trackingIds,
    outcome,
    watchOutcome: (isSettled) => {
      const stop = new AbortController()
      void late().then(({ watchOutcome }) =>
        watchOutcome(page, { outcome, isSettled, signal: stop.signal, sent: SENT }),
      )
      return () => stop.abort()
    },
    linkOffer,
    ...phone,
    ...createLinkOuts(page, tell),
    redirectWhenSent: (leaving) => {
      const stop = new AbortController()
      void persist(() => import('../visit/redirectWhenSent.ts')).then(({ redirectWhenSent }) =>
        redirectWhenSent(leaving, {
          session,
          hasUnsent: () => hasUnsent(outbox, session.token),
          tab: createStorage(() => sessionStorage),
          signal: stop.signal,
        }),
      )
      return (forGood) => stop.abort(forGood)
    },
    startAgain: (form) => late().then(({ startAgain }) => startAgain(page, storage, form)),
    afterPaint,
    whenIdle,
    atRest,
    now: () => performance.now(),
  }
}

/** Storage key for the session in which an answer was refused for good, so that a reload doesn't say that it is being sent. */
const unsentKey = ({ path }: Page) => `leadloom.unsent.${path}`

const GPC: Outcome['not_sold'] = 'gpc'

declare global {
  interface Document {
    /** True until a prerendered page is on the screen. Source: WICG, Prerendering Revamped. */
    prerendering?: boolean
  }
  interface Navigator {
    /** Source: W3C, Global Privacy Control. */
    globalPrivacyControl?: boolean
  }
}

type Late = () => Promise<typeof import('./late.ts')>

/** Adds a call about the session to the outbox. */
type Tell = (call: CallName, body: object) => void

interface Lifetime {
  /** True at the end of the flow. */
  ended: Cell<boolean>
  /** Notes that the visitor does something, and returns the time, UTC epoch ms. */
  act: () => number
  /** True once someone else may be using the browser. */
  isOver: () => boolean
}

function createLifetime(): Lifetime {
  const ended = createCell(false)
  let actedAtMs = Date.now()
  return {
    ended,
    act: () => (actedAtMs = Date.now()),
    isOver: () => {
      const idleMs = Date.now() - actedAtMs
      return ended.get() ? isVisitOver(null, idleMs) : isVisitOld(idleMs)
    },
  }
}

interface Stored {
  storage: Storage
  outbox: Outbox
  lifetime: Lifetime
}

/** Stores the visitor's journey, sends it, and moves it with the browser's history, other tabs, and answers that the server refused. */
function moveJourney(
  page: Page,
  { storage, outbox, lifetime: { ended, act, isOver } }: Stored,
): Pick<BrowserPorts, 'perform' | 'gather' | 'back' | 'listen' | 'correction'> {
  const { session, flow } = page
  const stepHistory = createStepHistory(history, whenIdle)
  const correction = createCell<Correction | null>(null)
  const tab = createStorage(() => sessionStorage)
  let show = (_step: StepRef) => {}
  const noteCorrection = () => {
    const waitsFor = outbox.held(session.token)[0]?.queued.waitsFor ?? null
    if (JSON.stringify(waitsFor) === JSON.stringify(correction.get())) return
    correction.set(waitsFor)
    if (waitsFor) show(waitsFor.step)
  }
  outbox.subscribe(noteCorrection)
  return {
    perform: (journey, effects, forward) => {
      const at = act()
      // In this order: a stored journey then has its answers in the outbox, even if the tab dies in between.
      const calls = queuedCalls(effects, { ...shownIn(flow), session, page_url: location.href, uuid })
      enqueue(outbox, page, { journey, calls })
      const step = journey.current && findStep(flow, journey.current)
      if (!ended.get() && (!step || asksNothing(step))) ended.set(true)
      // After the end, only while something is unsent.
      if (!ended.get() || calls.length > 0) rememberOwn({ tab, storage }, page, { journey, at })
      stepHistory.note(journey.current, forward)
    },
    gather: (journey) => gather(storage, page, journey),
    back: (step) => {
      if (!isOver()) return stepHistory.back(step)
      loadAnew()
      return true
    },
    listen: (dispatch) => {
      const click = () => dispatch({ type: 'click' })
      // Not in the capture phase: rendering then would undo a checkbox before React hears of the click.
      addEventListener('click', click, { once: true })
      // Someone else may be using the browser by now.
      const stopListening = stepHistory.listen((step) =>
        isOver() ? loadAnew() : dispatch({ type: 'show', step }),
      )
      show = (step) => dispatch({ type: 'show', step })
      // Other tabs send calls of this one, and learn of their refusals.
      addEventListener('storage', noteCorrection)
      noteCorrection()
      return () => {
        removeEventListener('click', click)
        removeEventListener('storage', noteCorrection)
        stopListening()
      }
    },
    correction,
  }
}

/** Loads the compiled validators of the page's steps after the first paint. */
function loadValidators(page: Page): BrowserPorts['validators'] {
  const validators = createCell<ValidatorOf | undefined>(undefined)
  const load = async () => {
    const none = () => validators.set(() => null)
    tooLate().catch(() => validators.get() ?? none())
    const { steps } = await persist(
      // Browsers may cache a failed module, but another address is another module.
      (failures) =>
        import(/* @vite-ignore */ page.validators + (failures > 0 ? `?again=${failures}` : '')) as Promise<{
          steps: Record<string, CompiledCheck | undefined>
        }>,
      none,
    )
    validators.set((id) => steps[id] ?? null)
  }
  afterPaint(() => void load())
  return validators
}

/** Catalogs of vehicles, each loaded once. */
function createCatalogs({ vehicles }: Page, late: Late): Pick<BrowserPorts, 'catalogs' | 'loadCatalog'> {
  const catalogs: BrowserPorts['catalogs'] = createCell({})
  const requested = new Set<string>()
  const loadCatalog = (year: string) => {
    if (requested.has(year)) return
    requested.add(year)
    const fetched = (catalog: Catalog | null) => catalogs.set({ ...catalogs.get(), [year]: catalog })
    tooLate().catch(() => year in catalogs.get() || fetched(null))
    void persist(
      async () => (await late()).read<Catalog>(vehicles.replace('{year}', year)),
      () => fetched(null),
    ).then(fetched)
  }
  return { catalogs, loadCatalog }
}

const PHONE_TRIES = 4

/** The tracked phone number, loaded once. */
function createPhone(page: Page, late: Late, saysNo: boolean): Pick<BrowserPorts, 'phone' | 'loadPhone'> {
  const phone = createCell<PhoneNumber | null>(page.phone ?? null)
  const load = once(() =>
    persist(async (failures) => {
      // A blocker that stops it once stops it always.
      if (failures === PHONE_TRIES) return
      const { read } = await late()
      const query = new URLSearchParams({
        ...(saysNo && { gpc: '1' }),
        ...(page.flow.ui_config.site.phone !== undefined && { path: page.path }),
      })
      const number = await read<PhoneNumber>(`${page.api}/phone-number?${query}`, page.session.token)
      // A tracking script's own number may have arrived first.
      if (!phone.get()) phone.set(number)
    }),
  )
  return {
    phone,
    loadPhone: () => {
      if (!page.phone) void load()
    },
  }
}

/** Loads the offer of a link to continue elsewhere after the first paint, if the site has it. */
function loadLinkOffer(page: Page, outbox: Outbox, late: Late): BrowserPorts['linkOffer'] {
  const { link_hours: hours, api, session } = page
  const linkOffer = createCell<ComponentType<LinkOfferProps> | null>(null)
  if (hours !== undefined)
    afterPaint(async () => {
      const { post } = await late()
      const offer = await persist(async () =>
        (await import('../goOn/loadLinkOffer.tsx')).loadLinkOffer(page, {
          hours,
          language: document.documentElement.lang,
          outbox,
          post: (call, body) => post(api, call, { body, token: session.token }),
          unique: uuid,
        }),
      )
      linkOffer.set(offer)
    })
  return linkOffer
}

interface Tracked {
  late: Late
  /** True if the browser asks not to be tracked. */
  saysNo: boolean
  ports: Omit<TrackingPorts, 'send' | 'mayTrack'>
}

/** Starts the flow's tracking scripts after the first paint. If the browser asks not to be tracked, tells the server instead. */
function trackVisit(page: Page, tell: Tell, { late, saysNo, ports }: Tracked): void {
  const { session, api, flow } = page
  if (!page.may_track) return
  if (saysNo)
    return tell('POST /api/sessions/opt-out', { session_uuid: session.uuid, session_token: session.token })
  if (Object.keys(flow.ui_config.entrypoint.tracking_scripts).length === 0) return
  afterPaint(async () => {
    const { startTracking } = await persist(() => import('../tracking/startTrackers.ts'))
    startTracking(page, {
      ...ports,
      send: (id, value) =>
        tell('PATCH /api/sessions', { uuid: session.uuid, token: session.token, [id]: value }),
      mayTrack: async () => {
        const { read } = await late()
        return (await read<TrackingAllowed>(`${api}/scripts-allowed`, session.token))?.allowed ?? false
      },
    })
  })
}

/** Tells the server once a page that the browser prerendered is on the screen: no one saw it until then. */
function tellWhenShown({ session }: Page, tell: Tell): void {
  if (!document.prerendering) return
  const body = { session_uuid: session.uuid, session_token: session.token }
  document.addEventListener('prerenderingchange', () => tell('POST /api/sessions/shown', body), {
    once: true,
  })
}

/** Buttons that open other pages: their IDs, and reports that one was pressed. */
function createLinkOuts({ session }: Page, tell: Tell): Pick<BrowserPorts, 'linkOutId' | 'linkOut'> {
  const buttons = new Map<LinkOutElement | Redirect, string>()
  const linkOutId = (element: LinkOutElement | Redirect) => {
    const id = buttons.get(element) ?? uuid()
    buttons.set(element, id)
    return id
  }
  return {
    linkOutId,
    linkOut: ({ offer_key, step_key }, element) =>
      tell('POST /webhook/tracking/linkout/create', {
        uuid: linkOutId(element),
        session_uuid: session.uuid,
        offer: offer_key,
        step: step_key,
      }),
  }
}
