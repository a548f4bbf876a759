import { expect, test } from 'vitest'
import type { TrackingScripts } from '../../schemas/flow/flow.ts'
import { chosenHosts, trackingOrigins, VENDORS } from '../../src/flow/vendors/vendors.ts'
import { PIXELS } from '../../src/flow/vendors/pixelVendors.ts'

/** Two flows, each with all vendors, that have no setting in common. */
const settingsOf = (word: string, digits: string): Required<TrackingScripts> => ({
  trustedform: { enabled: true },
  everflow: { tracking_domain: `${word}.example`, oid: digits, affid: digits },
  jornaya: { campaign_id: word, account_id: `${word}2` },
  retreaver: { campaign_id: word },
  meta: { pixel_id: digits, events: [] },
  ga4: { measurement_id: `G-${word.toUpperCase()}`, events: [] },
  google_ads: { conversion_id: `AW-${digits}`, events: [] },
  tiktok: { pixel_id: word.toUpperCase(), events: [] },
})
const [ONE, OTHER] = [settingsOf('one', '111'), settingsOf('other', '222')] as const

test('the hosts of a vendor are the same for every flow, unless it says which setting chooses them', () => {
  for (const vendor of Object.keys({ ...VENDORS, ...PIXELS }) as (keyof TrackingScripts)[]) {
    const [one, other] = [ONE, OTHER].map((scripts) => trackingOrigins({ [vendor]: scripts[vendor] }))
    const chosen = chosenHosts({ [vendor]: ONE[vendor] })
    expect([vendor, chosen.length > 0]).toEqual([vendor, one!.join() !== other!.join()])
  }
})

test('the host that a flow chooses is the source of its script', () => {
  expect(chosenHosts(ONE)).toEqual([
    { host: 'www.one.example', vendor: 'everflow', setting: 'tracking_domain' },
  ])
  expect(chosenHosts({})).toEqual([])
})
