import { findStep } from '../../flow/elements.ts'
import { advance, type Journey } from '../../flow/journey.ts'
import type { Page } from '../../flow/page.ts'
import { isVisitOver } from '../../flow/visitOver.ts'
import type { Storage } from './storage.ts'

/** A visitor's journey, kept in the browser: it knows of answers that have not reached the server yet. One per site. */

interface Memory {
  session_uuid: string
  journey: Journey
  /** UTC epoch ms. */
  at: number
}

export function remember(
  storage: Storage,
  page: Page,
  { journey, at }: Pick<Memory, 'journey' | 'at'>,
): void {
  const memory: Memory = { session_uuid: page.session.uuid, journey, at }
  storage.set(keyOf(page), JSON.stringify(memory))
}

/** The journey of this very session that a page begins with. What is of another session, or of a visit that is over, is
 *  removed: somebody else may use this browser now. */
export function recallRecent(storage: Storage, page: Page, nowMs: number): Journey | null {
  const { journey, at } = read(storage, page) ?? {}
  const step = journey?.current && findStep(page.flow, journey.current)
  if (journey && !isVisitOver(step, nowMs - at!)) return journey
  forget(storage, page)
  return null
}

/** The journey of this very session; null when there is none, or it cannot be read. */
export function recall(storage: Storage, page: Page): Journey | null {
  return read(storage, page)?.journey ?? null
}

function read(storage: Storage, page: Page): Memory | null {
  try {
    const memory = JSON.parse(storage.get(keyOf(page)) ?? 'null') as Memory | null
    return memory?.session_uuid === page.session.uuid && isWhole(memory.journey, page) ? memory : null
  } catch {
    return null
  }
}

/** A tab's journey with what other tabs of this browser have made of it since: their answers, and this tab's step in
 *  sight, unless the answers given since lead past it. The same object when there is nothing new. */
export function gather(storage: Storage, page: Page, journey: Journey): Journey {
  const kept = recall(storage, page)
  if (!kept || JSON.stringify(kept.answers) === JSON.stringify(journey.answers)) return journey
  const latest = { ...kept, progress: Math.max(kept.progress, journey.progress) }
  return journey.current ? advance(page, latest, { type: 'show', step: journey.current })[0] : latest
}

/** Lets go of it: the server knows what was sent, and what was not waits in the outbox. */
export function forget(storage: Storage, page: Page): void {
  storage.remove(keyOf(page))
}

/** What an earlier release of this page has kept may lack what a journey has now, and anybody may have written there. A
 *  journey that is not one would stop the page before React could say so. */
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

/** Where a page that no server made keeps its session: one per site, as the cookies of the server's own pages. */
export function staticSessionKey(path: string): string {
  return `leadloom.session.${path}`
}

function keyOf({ path }: Page): string {
  return `leadloom.journey.${path}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a step holds under a field: its value, or null for a consent that was not given. */
function isGiven(value: unknown): boolean {
  return value === null || isValue(value)
}

/** A field's value: text, a list of texts, or for an element that gives several answers those of each. */
function isValue(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).every((member) => !isRecord(member) && isValue(member))
  return [value].flat().every((text) => typeof text === 'string')
}
