import type { ComponentType } from 'react'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { CallName } from '../../../schemas/api.ts'
import type { Catalog, PhoneNumber, TrackingAllowed } from '../../../schemas/visitor/page.ts'
import type { Outcome } from '../../../schemas/visitor/sessions.ts'
import type { LinkOutElement, Redirect } from '../../../schemas/elements/element.ts'
import type { TrackingId } from '../../../schemas/kernel/session.ts'
import { findStep } from '../../flow/elements/elements.ts'
import { says, shownIn } from '../../flow/languages/language.ts'
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
import { createPlaces } from '../visit/places.ts'
import type { Page } from '../../flow/page.ts'
import { gather, remember } from '../queue/remember.ts'
import { createStorage, type Storage } from '../queue/storage.ts'
import type { TrackingIds } from '../tracking/tracker.ts'
import { uuid } from '../queue/uuid.ts'
import type { ValidatorOf, World } from '../visit/world.ts'

/** World of a page in a browser. Nothing in it delays the first paint; code that calls the server comes later. */
export function createWorld(page: Page, storage: Storage): World {
  const { session, api } = page
  const late = once(() => persist(() => import('./late.ts')))
  const outbox = createOutbox({ storage, now: Date.now, unique: uuid })
  const correction = createCell<Correction | null>(null)
  let show = (_step: StepRef) => {}
  const noteCorrection = () => {
    const waitsFor = outbox.held(session.token)[0]?.queued.waitsFor ?? null
    if (JSON.stringify(waitsFor) === JSON.stringify(correction.get())) return
    correction.set(waitsFor)
    if (waitsFor) show(waitsFor.step)
  }
  const ended = createCell(false)
  let actedAtMs = Date.now()
  const isOver = () => {
    const idleMs = Date.now() - actedAtMs
    return ended.get() ? isVisitOver(null, idleMs) : isVisitOld(idleMs)
  }
  startSending(page, outbox, { late, storage, ended, isOver })
  outbox.subscribe(noteCorrection)

  const validators = createCell<ValidatorOf | undefined>(undefined)
  const loadValidators = async () => {
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
  afterPaint(() => void loadValidators())
  const catalogs = createCell<Readonly<Record<string, Catalog | null>>>({})
  const asked = new Set<string>()
  const saysNo = navigator.globalPrivacyControl === true
  const phone = createCell<PhoneNumber | null>(null)
  const loadPhone = once(() =>
    persist(async () => {
      const { read } = await late()
      const query = new URLSearchParams({
        ...(saysNo && { gpc: '1' }),
        ...(page.flow.ui_config.site.phone !== undefined && { path: page.path }),
      })
      const number = await read<PhoneNumber>(`${api}/tracking/phone-number?${query}`, session.token)
      // A tracking script's own number may have arrived first.
      if (!phone.get()) phone.set(number)
    }),
  )
  const outcome = createCell(saysNo ? { leads: [], ...page.outcome, not_sold: GPC } : page.outcome)
  const trackingIds = createCell<TrackingIds>({})
  const buttons = new Map<LinkOutElement | Redirect, string>()
  const linkOutId = (element: LinkOutElement | Redirect) => {
    const id = buttons.get(element) ?? uuid()
    buttons.set(element, id)
    return id
  }
  const linkOffer = createCell<ComponentType<LinkOfferProps> | null>(null)
  const hours = page.link_hours
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
  const places = createPlaces(history, whenIdle)
  const tell = (call: CallName, body: object) =>
    outbox.add({ call, body: { ...body }, token: session.token, page_url: location.href })

  if (page.may_track && saysNo)
    tell('POST /api/sessions/opt-out', { session_uuid: session.uuid, session_token: session.token })
  else if (page.may_track && Object.keys(page.flow.ui_config.entrypoint.tracking_scripts).length > 0)
    afterPaint(async () => {
      const { startTracking } = await persist(() => import('../tracking/startTrackers.ts'))
      const send = (id: TrackingId, value: string) =>
        tell('PATCH /api/sessions', { uuid: session.uuid, token: session.token, [id]: value })
      const mayTrack = async () => {
        const { read } = await late()
        return (await read<TrackingAllowed>(`${api}/tracking/allowed`, session.token))?.allowed ?? false
      }
      startTracking(page, { ids: trackingIds, phone, ended, outbox, storage, send, mayTrack })
    })

  return {
    perform: (journey, effects, forward) => {
      actedAtMs = Date.now()
      // In this order: a stored journey then has its answers in the outbox, even if the tab dies in between.
      const calls = queuedCalls(effects, { ...shownIn(page.flow), session, page_url: location.href, uuid })
      enqueue(outbox, page, { journey, calls })
      const step = journey.current && findStep(page.flow, journey.current)
      if (!ended.get() && (!step || asksNothing(step))) ended.set(true)
      // After the end, only while something is unsent.
      if (!ended.get() || calls.length > 0) remember(storage, page, { journey, at: actedAtMs })
      places.note(journey.current, forward)
    },
    gather: (journey) => gather(storage, page, journey),
    back: (step) => {
      if (!isOver()) return places.back(step)
      loadAnew()
      return true
    },
    listen: (dispatch) => {
      const click = () => dispatch({ type: 'click' })
      // Not in the capture phase: rendering then would undo a checkbox before React hears of the click.
      addEventListener('click', click, { once: true })
      // Someone else may be using the browser by now.
      const stopListening = places.listen((step) =>
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
    catalogs,
    loadCatalog: (year) => {
      if (asked.has(year)) return
      asked.add(year)
      const fetched = (catalog: Catalog | null) => catalogs.set({ ...catalogs.get(), [year]: catalog })
      tooLate().catch(() => year in catalogs.get() || fetched(null))
      void persist(
        async () => (await late()).read<Catalog>(page.vehicles.replace('{year}', year)),
        () => fetched(null),
      ).then(fetched)
    },
    correction,
    trackingIds,
    outcome,
    watchOutcome: (isSettled) => {
      const stop = new AbortController()
      void late().then(({ watchOutcome }) => watchOutcome(page, { outcome, isSettled, signal: stop.signal }))
      return () => stop.abort()
    },
    linkOffer,
    phone,
    loadPhone: () => void loadPhone(),
    linkOutId,
    linkOut: ({ offer_key, step_key }, element) =>
      tell('POST /webhook/tracking/linkout/create', {
        uuid: linkOutId(element),
        session_uuid: session.uuid,
        offer: offer_key,
        step: step_key,
      }),
    takeAway: (leaving) => {
      const stop = new AbortController()
      void persist(() => import('../visit/takeAway.ts')).then(({ takeAway }) =>
        takeAway(leaving, {
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

const GPC: Outcome['not_sold'] = 'gpc'

declare global {
  interface Navigator {
    /** Source: W3C, Global Privacy Control. */
    globalPrivacyControl?: boolean
  }
}

type Late = typeof import('./late.ts')

/** Sends the contents of the outbox from now on: after the first paint, on every new call, and when the network is back; on page hide,
 *  everything that may still leave. */
function startSending(
  page: Page,
  outbox: Outbox,
  {
    late,
    storage,
    ended,
    isOver,
  }: { late: () => Promise<Late>; storage: Storage; ended: Cell<boolean>; isOver: () => boolean },
): void {
  let wake = () => {}
  let letGo = () => {}
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, ms)
    })
  const sender = once(async () => {
    const { createSender, letGoAtEnd, refusals, reloadWhenOver, send, sendLast, tellOfUnsent } = await late()
    // The loaded code has just run, so packing gets a separate task.
    await new Promise((resolve) => setTimeout(resolve))
    reloadWhenOver(page, storage, { ended, isOver })
    letGo = () => letGoAtEnd(page, storage, { ended, outbox })
    return createSender({
      outbox,
      api: page.api,
      send,
      sendLast,
      sleep,
      random: Math.random,
      onFailed: ({ call }, status) =>
        console.warn(
          `${call} had ${status === 0 ? 'no answer' : `the answer ${status}`}: it will be sent again.`,
        ),
      onRefused: refusals(page, storage, tellOfUnsent(says(page.flow).UNSENT, ended, outbox)),
    })
  })
  let ready: Awaited<ReturnType<typeof sender>> | undefined
  const drain = async () => {
    ready = await sender()
    await ready.drain()
    letGo()
  }
  // The next step is on the screen before the last answer is packed.
  outbox.subscribe(() => whenIdle(() => void drain()))
  addEventListener('online', () => wake())
  addEventListener('pageshow', () => {
    wake()
    void drain()
  })
  addEventListener('pagehide', () => {
    ready?.flush()
    letGo()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') ready?.flush()
  })
  afterPaint(() => void drain())
}

const waiting: (() => void)[] = []

/** Runs all pending work in one task after the paint: a press causes several pieces of work, and on a slow phone a task for each costs
 *  more than most of them. Hidden pages are not painted. */
function afterPaint(work: () => void): void {
  waiting.push(work)
  if (document.visibilityState === 'hidden') setTimeout(doAll, 0, waiting.splice(0))
  else if (waiting.length === 1) requestAnimationFrame(() => setTimeout(doAll, 0, waiting.splice(0)))
}

function doAll(works: (() => void)[]): void {
  // An error in one does not stop the others.
  for (const work of works) queueMicrotask(work)
}

/** Runs after the next paint, when the browser is idle. */
function whenIdle(work: () => void): void {
  afterPaint(() => atRest(work))
}

/** Runs when the browser is idle, or after a short time at the latest. Safari has no idle callbacks. */
function atRest(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: IDLE_WITHIN_MS })
  else work()
}

const IDLE_WITHIN_MS = 100

/** Timeout for optional parts of a step: a connection may hang for minutes. */
const PATIENCE_MS = 3000

/** Rejects after PATIENCE_MS. */
function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`Nothing came within ${PATIENCE_MS} ms.`)), PATIENCE_MS)
  })
}

/** Calls `make` at most once. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
