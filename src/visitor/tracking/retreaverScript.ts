import type { PhoneNumber } from '../../../schemas/visitor/page.ts'
import type { Query } from '../../../schemas/kernel/session.ts'
import { RETREAVER_HOST, RETREAVER_TAGS } from '../../flow/vendors/retreaver.ts'
import { addScript, type VendorScript } from './tracker.ts'

/** A number from Retreaver, with its members as properties or through `get`. */
interface Assigned {
  get?: (name: string) => unknown
  number?: unknown
  formatted_number?: unknown
}

declare global {
  interface Window {
    Retreaver?: {
      configure: (options: { host: string; prefix: string }) => void
      Campaign: new (options: { campaign_key: string }) => {
        request_number: (
          tags: Query,
          assigned: (number: Assigned) => void,
          failed: (error: unknown) => void,
        ) => void
      }
    }
  }
}

/** Retreaver: a phone number for this visitor, tagged with their arrival. Invalid ones are skipped. Source: retreaver-js. */
export function retreaver(
  script: string,
  { campaign_key, query }: { campaign_key: string; query: Query },
  assigned: (number: PhoneNumber) => void,
): VendorScript {
  const ask = () => {
    const { Retreaver } = window
    if (!Retreaver) return
    Retreaver.configure({ host: RETREAVER_HOST, prefix: 'https' })
    new Retreaver.Campaign({ campaign_key }).request_number(
      tagsOf(query),
      (number) => {
        const [dialled, shown] = [member(number, 'number'), member(number, 'formatted_number')]
        if (/^\+?\d{7,15}$/.test(dialled))
          assigned({ retreaverNumber: dialled, retreaverNumberFormatted: shown || dialled })
      },
      (error) => console.warn('Retreaver gave no number.', error),
    )
  }
  return { start: () => void addScript(script, ask) }
}

function member(number: Assigned, name: 'number' | 'formatted_number'): string {
  const value = typeof number.get === 'function' ? number.get(name) : number[name]
  return typeof value === 'string' ? value : ''
}

function tagsOf(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => RETREAVER_TAGS.test(name)))
}
