import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Buyer } from '../../schemas/buyer/buyer.ts'

/** Most buyers that a lead is sold to. */
export const SHARES = 2

type Kind = Pick<Buyer, 'caps' | 'time_zone' | 'price' | 'max_price'>
const MONTHLY: Kind = { caps: [{ per: 'month', leads: 30, dollars: '600.00' }] }

/** Time zones whose hours begin at different quarters, so that a run of half an hour spans two hours for at least one buyer. */
const BIDDING: Record<string, Kind> = {
  acme: MONTHLY,
  bolt: MONTHLY,
  core: { time_zone: 'Asia/Kathmandu', caps: [{ per: 'hour', dollars: '120.00' }] },
  dent: { time_zone: 'Asia/Tokyo', caps: [{ per: 'day', dollars: '300.00' }] },
}
const PINGED: Record<string, Kind> = {
  east: {
    time_zone: 'Asia/Kolkata',
    max_price: '20.00',
    caps: [
      { per: 'hour', dollars: '150.00' },
      { per: 'month', dollars: '400.00' },
    ],
  },
}
const POSTED: Record<string, Kind> = {
  fern: { time_zone: 'Asia/Kolkata', price: '12.34', caps: [{ per: 'hour', dollars: '100.00' }] },
  gold: { time_zone: 'Asia/Tokyo', max_price: '40.00', caps: [{ per: 'day', dollars: '350.00' }] },
  hill: {
    price: '9.99',
    max_price: '25.00',
    caps: [
      { per: 'day', dollars: '200.00' },
      { per: 'month', leads: 20, dollars: '300.00' },
    ],
  },
}

/** Most that is booked for a lead of a buyer that didn't bid for it. */
const mostCents = ({ price = '0', max_price = price }: Kind) => Math.round(Number(max_price) * 100)

/** Eight buyers: four bid against each other, one is pinged alone, three are posted to at once and name any price. Each accepted lead is
 *  known by its key and its price; some acceptances are never received. */
export async function openBidders() {
  const accepted = new Map<string, { name: string; cents: number }>()
  const bid = new Map<string, number>()
  let pings = 0
  let posts = 0
  let repeated = 0
  const server = createServer((request, response) => {
    request.resume()
    const [, name = '', what] = (request.url ?? '').split('/')
    const key = String(request.headers['idempotency-key']).replace(/-ping$/, '')
    const answer = (members: object) => response.end(JSON.stringify(members))
    const chance = Math.random()
    if (what === 'ping') {
      pings++
      if (chance < 0.1) return
      if (chance < 0.2) return void answer({ result: 'failed', msg: 'No room' })
      const cents = 500 + Math.floor(Math.random() * 3000)
      bid.set(key, cents)
      return void answer({ result: 'success', ping_id: key, price: dollarsOf(cents) })
    }
    posts++
    const sold = (price: string) => answer({ result: 'success', lead_id: key, price })
    const before = accepted.get(key)
    if (before) {
      repeated++
      return void sold(dollarsOf(before.cents))
    }
    if (chance < 0.25) return void answer({ result: 'failed', msg: 'Outside the area we serve' })
    if (chance < 0.3) return
    const named = name in POSTED ? 300 + Math.floor(Math.random() * 6000) : 9900
    const cents = Math.min(named, bid.get(key) ?? mostCents(POSTED[name]!))
    accepted.set(key, { name, cents })
    if (chance < 0.9) setTimeout(() => sold(dollarsOf(named)), Math.random() * 200)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const buyerOf = (name: string): Buyer => ({
    format: 'leadspedia',
    campaign_id: '7',
    url: `${url}/${name}/post`,
    shares: SHARES,
    local: true,
    timeout_s: 1,
    duplicate_window_days: 0,
    ...(!(name in POSTED) && { ping: { url: `${url}/${name}/ping`, fields: ['state'] } }),
    ...(name in BIDDING && { auction: { max_bid: '90.00' } }),
    ...{ ...BIDDING, ...PINGED, ...POSTED }[name],
  })
  const names = Object.keys({ ...BIDDING, ...PINGED, ...POSTED })
  return {
    buyers: Object.fromEntries(names.map((name) => [name, buyerOf(name)])),
    accepted,
    pings: () => pings,
    posts: () => posts,
    repeated: () => repeated,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function dollarsOf(cents: number): string {
  return (cents / 100).toFixed(2)
}
