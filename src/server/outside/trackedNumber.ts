import type { PhoneNumber } from '../../../schemas/visitor/page.ts'
import { withAdded } from '../../flow/arrival.ts'
import { RETREAVER_TAGS } from '../../flow/vendors/retreaver.ts'
import { post } from '../kernel/outbound.ts'
import { isLoopback } from '../kernel/addresses.ts'
import type { Settings } from '../settings/settings.ts'

/** The number to show on a page. With a Retreaver campaign configured, it is Retreaver's, which tells where a call comes from.
 *  Otherwise, and whenever Retreaver doesn't answer in time or with a number, it is the configured one. Never throws. `pageUrl`: address
 *  of the page, including how its visitor came; null if that must not be shared. Source: retreaver-js, POST /api/v1/numbers. */
export async function trackedNumber(
  {
    phoneNumber,
    retreaverCampaign,
    retreaverUrl,
  }: Pick<Settings, 'phoneNumber' | 'retreaverCampaign' | 'retreaverUrl'>,
  pageUrl: string | null,
): Promise<PhoneNumber> {
  const ours = ownNumber(phoneNumber)
  if (retreaverCampaign === null || pageUrl === null) return ours
  const url = new URL(retreaverUrl)
  url.searchParams.set('campaign_key', retreaverCampaign)
  const page = URL.parse(pageUrl)
  // The rest of the address may hold the name a letter used for the visitor.
  const address = page ? page.origin + page.pathname : ''
  const answered = await post(
    {
      url: url.href,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ u: base64(address), st: base64(tagsOf(page)) }).toString(),
      timeoutMs: PATIENCE_MS,
      local: isLoopback(url.href),
    },
    new AbortController().signal,
  )
  return ('text' in answered && answered.status === 200 && numberIn(answered.text)) || ours
}

/** A configured US number, with its country code, as a page shows it. */
export function ownNumber(phoneNumber: string): PhoneNumber {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phoneNumber) ?? []
  return { retreaverNumber: phoneNumber, retreaverNumberFormatted: `(${area}) ${exchange}-${line}` }
}

/** The page shows its own number until then, and doesn't wait for the other one any longer. */
const PATIENCE_MS = 2000

/** Parameters of the visitor's arrival in Retreaver's form, &key=value for each. */
function tagsOf(page: URL | null): string {
  const query = withAdded(Object.fromEntries(page?.searchParams ?? []), {})
  const tags = Object.entries(query).filter(([name]) => RETREAVER_TAGS.test(name))
  return tags.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('')
}

/** Null if the answer isn't a number. */
function numberIn(text: string): PhoneNumber | null {
  try {
    const { number, formatted_number: formatted } = (JSON.parse(text) as { number: Record<string, unknown> })
      .number
    if (typeof number !== 'string' || !/^\+?\d{7,15}$/.test(number)) return null
    return {
      retreaverNumber: number,
      retreaverNumberFormatted: typeof formatted === 'string' ? formatted : number,
    }
  } catch {
    return null
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
