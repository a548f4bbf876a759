import type { Journey } from '../flow/journey.ts'
import type { Page } from '../flow/page.ts'
import type { Storage } from './storage.ts'

/** A visitor's journey, kept in the browser: it knows of answers that have not reached the server yet. One per site. */

interface Memory {
  session_uuid: string
  journey: Journey
}

export function remember(storage: Storage, page: Page, journey: Journey): void {
  const memory: Memory = { session_uuid: page.session.uuid, journey }
  storage.set(keyOf(page), JSON.stringify(memory))
}

/** The journey of this very session; null when there is none, or it cannot be read. */
export function recall(storage: Storage, page: Page): Journey | null {
  try {
    const memory = JSON.parse(storage.get(keyOf(page)) ?? 'null') as Memory | null
    return memory?.session_uuid === page.session.uuid && isWhole(memory.journey, page) ? memory.journey : null
  } catch {
    return null
  }
}

/** Lets go of it: the server knows what was sent, and what was not waits in the outbox. */
export function forget(storage: Storage, page: Page): void {
  storage.remove(keyOf(page))
}

/** What an earlier release of this page has kept may lack what a journey has now. */
function isWhole(journey: Journey, page: Page): boolean {
  return Object.keys(page.journey).every((member) => member in journey)
}

function keyOf({ path }: Page): string {
  return `leadloom.journey.${path}`
}
