import { findStep } from '../../flow/elements/elements.ts'
import { advance, personalSteps, withoutPersonalAnswers, type Journey } from '../../flow/journey.ts'
import type { Page } from '../../flow/page.ts'
import { isVisitOver } from '../../flow/visitOver.ts'
import { createStorage, type Storage } from './storage.ts'

/** A visitor's journey in the browser, with answers that have not reached the server yet. One per site, and one for each of its tabs. */

interface Memory {
  session_uuid: string
  journey: Journey
  /** UTC epoch ms. */
  at: number
}

/** Remembers the tab's journey: whole for the tab itself, and for all tabs without the answers with personal data. These are in the
 *  outbox until the server has them. */
export function rememberOwn(
  { tab, storage }: { tab: Storage; storage: Storage },
  page: Page,
  { journey, at }: Pick<Memory, 'journey' | 'at'>,
): void {
  remember(tab, page, { journey, at })
  remember(storage, page, { journey: withoutPersonalAnswers(page, journey), at })
}

export function remember(
  storage: Storage,
  page: Page,
  { journey, at }: Pick<Memory, 'journey' | 'at'>,
): void {
  const memory: Memory = { session_uuid: page.session.uuid, journey, at }
  storage.set(keyOf(page), JSON.stringify(memory))
}

/** Journey of this session that a page begins with. Removes journeys of another session, or of a visit that is over: someone else may
 *  use this browser now. */
export function recallRecent(storage: Storage, page: Page, nowMs: number): Journey | null {
  const { journey, at } = read(storage, page) ?? {}
  const step = journey?.current && findStep(page.flow, journey.current)
  if (journey && !isVisitOver(step, nowMs - at!)) return journey
  forget(storage, page)
  return null
}

/** Journey of this session; null if there is none, or it cannot be read. */
export function recall(storage: Storage, page: Page): Journey | null {
  return read(storage, page)?.journey ?? null
}

/** The tab's own journey of this session; without one, what all tabs share. */
export function recallOwn(storage: Storage, page: Page): Journey | null {
  const tab = createStorage(() => sessionStorage)
  return recall(tab, page) ?? recall(storage, page)
}

function read(storage: Storage, page: Page): Memory | null {
  try {
    const memory = JSON.parse(storage.get(keyOf(page)) ?? 'null') as Memory | null
    return memory?.session_uuid === page.session.uuid && isWhole(memory.journey, page) ? memory : null
  } catch {
    return null
  }
}

/** A tab's journey with the changes of other tabs in this browser: their answers, and this tab's current step, unless those answers lead
 *  past it. The same object if there is nothing new. */
export function gather(storage: Storage, page: Page, journey: Journey): Journey {
  const kept = recall(storage, page)
  if (!kept) return journey
  const answers = ownAnswers(page, kept, journey)
  if (sameAnswers(answers, journey.answers)) return journey
  const filled = { ...kept.filled, ...journey.filled }
  const latest = { ...kept, answers, filled, progress: Math.max(kept.progress, journey.progress) }
  return journey.current ? advance(page, latest, { type: 'show', step: journey.current })[0] : latest
}

/** Answers of all tabs, but to steps that ask for personal data only the tab's own: another tab may be another person's. */
function ownAnswers({ flow }: Page, kept: Journey, { answers }: Journey): Journey['answers'] {
  const personal = personalSteps(flow)
  const isOwn = ([id]: [string, unknown]) => personal.has(id)
  const others = Object.entries({
    ...kept.answers,
    ...Object.fromEntries(Object.entries(answers).filter(isOwn)),
  })
  return Object.fromEntries(others.filter(([id]) => !personal.has(id) || id in answers))
}

function sameAnswers(some: Journey['answers'], others: Journey['answers']): boolean {
  const ids = Object.keys(some)
  return (
    ids.length === Object.keys(others).length &&
    ids.every((id) => JSON.stringify(some[id]) === JSON.stringify(others[id]))
  )
}

/** True if this tab had the session before. Also true if its storage is blocked: then every page would be a new tab. */
export function isOwnTab({ path, session }: Page): boolean {
  const key = `leadloom.tab.${path}`
  try {
    const isOwn = sessionStorage.getItem(key) === session.uuid
    sessionStorage.setItem(key, session.uuid)
    return isOwn
  } catch {
    return true
  }
}

/** Deletes it: the server has what was sent, and the rest is in the outbox. */
export function forget(storage: Storage, page: Page): void {
  storage.remove(keyOf(page))
}

/** True if a stored journey is complete. It may come from an earlier release and lack new members, or from anyone with access to the
 *  browser. An invalid one would break the page before React could report it. */
function isWhole(journey: Journey, page: Page): boolean {
  const { answers, filled, current, visitedOffers } = journey
  return (
    Object.keys(page.journey).every((member) => member in journey) &&
    Object.values(answers).every((data) => isRecord(data) && Object.values(data).every(isGiven)) &&
    isRecord(filled) &&
    Object.values(filled).every(isValue) &&
    Array.isArray(visitedOffers) &&
    Number.isFinite(journey.progress) &&
    (current === null || findStep(page.flow, current) !== undefined)
  )
}

/** Storage key for the session of a page without a server: one per site, like the cookies of the server's own pages. */
export function staticSessionKey(path: string): string {
  return `leadloom.session.${path}`
}

function keyOf({ path }: Page): string {
  return `leadloom.journey.${path}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a field's value, or null for a consent that was not given. */
function isGiven(value: unknown): boolean {
  return value === null || isValue(value)
}

/** True for a field's value: text, a list of texts, or an object of those for an element that gives several answers. */
function isValue(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).every((member) => !isRecord(member) && isValue(member))
  return [value].flat().every((text) => typeof text === 'string')
}
