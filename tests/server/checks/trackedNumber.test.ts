import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { trackedNumber } from '../../../src/server/outside/trackedNumber.ts'
import { running } from '../running.ts'

const OURS = { retreaverNumber: '+18005550199', retreaverNumberFormatted: '(800) 555-0199' }
const PAGE = 'https://claims.example/found-money?affid=86&sub1=a%20b&email=ann@example.com'

/** A stand-in for Retreaver that gives this answer, or never answers if it is null. Records its requests. */
async function retreaver(status: number, answer: string | null) {
  const asked: { url: string; form: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ url: request.url ?? '', form: Object.fromEntries(new URLSearchParams(body)) })
      if (answer !== null) response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings = {
    phoneNumber: '+18005550199',
    retreaverCampaign: 'campaign-1',
    retreaverUrl: `http://127.0.0.1:${port}/api/v1/numbers`,
  }
  return { asked, settings }
}

test('the number comes from Retreaver for the page, and Retreaver gets how the visitor arrived', async () => {
  const number = { number: '+18668987878', formatted_number: '(866) 898-7878' }
  const { asked, settings } = await retreaver(200, JSON.stringify({ number }))
  expect(await trackedNumber(settings, PAGE)).toEqual({
    retreaverNumber: '+18668987878',
    retreaverNumberFormatted: '(866) 898-7878',
  })
  expect(asked.map(({ url }) => url)).toEqual(['/api/v1/numbers?campaign_key=campaign-1'])
  const { u = '', st = '' } = asked[0]!.form
  expect([atob(u), atob(st)]).toEqual(['https://claims.example/found-money', '&affid=86&sub1=a%20b'])
})

test('an affiliate named only by aff_id in the address is sent as affid', async () => {
  const { asked, settings } = await retreaver(200, '{}')
  await trackedNumber(settings, 'https://claims.example/?aff_id=104')
  expect(atob(asked[0]!.form['st']!)).toBe('&affid=104')
})

test.each([
  ['it fails', 500, '{}'],
  ['it knows no such campaign', 200, '{"number":null}'],
  ['it gives what is no number', 200, '{"number":{"number":"javascript:alert(1)"}}'],
  ['it talks of something else', 200, '<html>'],
  ['it says nothing for two seconds', 200, null],
])('uses the configured number if %s', async (_, status, answer) => {
  const { settings } = await retreaver(status, answer)
  expect(await trackedNumber(settings, PAGE)).toEqual(OURS)
})

test('Retreaver isn’t asked without a campaign, or for a visitor who must not be tracked', async () => {
  const { asked, settings } = await retreaver(200, '{}')
  expect(await trackedNumber({ ...settings, retreaverCampaign: null }, PAGE)).toEqual(OURS)
  expect(await trackedNumber(settings, null)).toEqual(OURS)
  expect(asked).toEqual([])
})

test.each<[string, string, Record<string, string>, number]>([
  ['nobody says no', '', {}, 1],
  ['the header says no', '', { 'sec-gpc': '1' }, 0],
  ['the page alone knows of a no', '?gpc=1', {}, 0],
  ['the browser asked not to be sold', '', { cookie: 'do_not_sell=1' }, 0],
])('if %s, a page’s call “%s” returns that many', async (_, query, headers, told) => {
  const { asked, settings } = await retreaver(200, '{}')
  const { retreaverCampaign: RETREAVER_CAMPAIGN, retreaverUrl: RETREAVER_URL } = settings
  const { send } = await running({ env: { RETREAVER_CAMPAIGN, RETREAVER_URL } })
  const url = `/api/tracking/phone-number${query}`
  expect((await send({ url, headers: { referer: PAGE, ...headers } })).json()).toEqual(OURS)
  expect(asked).toHaveLength(told)
})
