import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readBuyers } from '../../../src/server/delivery/buyersFile.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-buyers-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))
const FILE = join(FOLDER, 'buyers.json')
const REMOTE = { localTargets: false }

/** Problems in this text, place by place; none if it can be read. */
function problemsIn(text: string, localTargets = true): string[] {
  writeFileSync(FILE, text)
  try {
    readBuyers(FILE, { localTargets })
    return []
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => line.replace(`BUYERS_FILE: ${FILE}:`, ''))
  }
}

/** The file of one buyer, with its members from the third line on. */
const buyer = (members: string) => `{\n  "buyers": { "acme": {\n${members}\n  } }\n}`
const PLAIN = '"format": "json", "url": "https://buyer.example/leads"'

test.each([
  [
    'a comma too many',
    '{ "buyers": {}, }',
    ['1:17  There’s an extra comma before this. Remove the comma after the last entry.'],
  ],
  [
    'a buyer twice',
    '{ "buyers": {\n"a": {},\n"a": {} } }',
    [expect.stringMatching(/^3:1 {2}The key "a" is in this object twice/)],
  ],
  ['no buyers', '{}', ['1:1  The file needs buyers. Add it.']],
  [
    'a misspelt member',
    buyer(`${PLAIN},\n  "pirce": "1.00"`),
    ["4:3  buyers.acme.pirce isn't a known key. Check its spelling."],
  ],
  [
    'a header whose name cannot be sent',
    buyer(`${PLAIN},\n  "headers": { "x_key": "1", "authorization:": "Bearer 1" }`),
    ["4:30  buyers.acme.headers.authorization: isn't a known key. Check its spelling."],
  ],
  [
    'an unknown format',
    buyer('"format": "soap", "url": "https://buyer.example"'),
    [
      '3:11  buyers.acme.format must be equal to one of the allowed values. Use one of leadconduit, boberdoo, leadprosper, leadspedia, json, form, email.',
    ],
  ],
  ['no address', buyer('"format": "json"'), ['2:15  buyers.acme needs url. Add it.']],
  [
    'an answer waited for too long',
    buyer(`${PLAIN},\n  "timeout_s": 301`),
    ['4:16  buyers.acme.timeout_s must be <= 300.'],
  ],
  [
    'an address in the open',
    buyer('"format": "json",\n"url": "http://buyer.example"'),
    ['4:8  acme: its address would send leads unencrypted. Use an https:// address.'],
  ],
  [
    'a local buyer elsewhere',
    buyer('"format": "json",\n"url": "http://buyer.example", "local": true'),
    ['4:8  acme: a local buyer must be on this machine. Use an address like http://127.0.0.1:4000/json.'],
  ],
  [
    'a username in its address',
    buyer('"format": "json",\n"url": "https://ada@buyer.example"'),
    [
      '4:8  acme: its address contains a username or password. Remove them from the address. If the buyer needs them, send them in a header.',
    ],
  ],
  [
    'a password in the address of its tests',
    buyer(`${PLAIN},\n"test_url": "https://:hunter2@buyer.example"`),
    [expect.stringMatching(/^4:13 {2}acme: its test address contains a username or password\./)],
  ],
  [
    'a login in the address of its ping',
    buyer(
      '"format": "leadspedia", "campaign_id": "7",\n"url": "https://buyer.example/post",\n"ping": { "url": "https://ada:hunter2@buyer.example/ping", "fields": ["zip"] }',
    ),
    [expect.stringMatching(/^5:1 {2}acme: its ping contains a username or password\./)],
  ],
  [
    'a campaign and suppliers that lack',
    buyer('"format": "leadprosper", "url": "https://buyer.example"'),
    [
      '2:15  acme: it has no campaign ID. Ask the buyer for it.',
      '2:15  acme: it has no supplier named "default". The default applies to every affiliate without its own supplier.',
    ],
  ],
  [
    'a ping of a format that has none',
    buyer(
      '"format": "email",\n"url": "mailto:leads@buyer.example",\n"ping": { "url": "https://buyer.example/ping", "fields": ["zip"] }',
    ),
    [
      "5:1  acme: its format doesn't support ping. These formats do: leadconduit, boberdoo, leadprosper, leadspedia, json, and form.",
    ],
  ],
  [
    'a web address for leads by email',
    buyer('"format": "email",\n"url": "https://buyer.example/leads"'),
    ["4:8  acme: its address isn't an email address. Use one like mailto:leads@buyer.example."],
  ],
  [
    'an email address for leads that are posted',
    buyer('"format": "json",\n"url": "mailto:leads@buyer.example"'),
    [
      "4:8  acme: its address is an email address, and its leads aren't sent by email. Use an https:// address, or send its leads by email.",
    ],
  ],
  [
    'a ping at another host than the post',
    buyer(
      '"format": "leadspedia", "campaign_id": "7",\n"url": "https://buyer.example/post",\n"ping": { "url": "https://other.example/ping", "fields": ["zip"] }',
    ),
    ['5:1  acme: its ping and its posts go to different hosts. Both addresses must have the same host.'],
  ],
  [
    'a ping that says who the visitor is',
    buyer(
      '"format": "leadspedia", "campaign_id": "7",\n"url": "https://buyer.example/post",\n"ping": { "url": "https://buyer.example/ping", "fields": ["zip", "firstName", "phone_1"] }',
    ),
    ['firstName', 'phone_1'].map(
      (field) =>
        `5:1  acme: its ping includes ${field}, which identifies the visitor. Remove it. Visitors only agree to share who they are with the company that gets the lead. A ping may include the ZIP code or the state.`,
    ),
  ],
  [
    'an auction without a ping',
    buyer(`${PLAIN},\n"auction": {}`),
    [
      '4:1  acme: it takes part in an auction but has no ping to bid with. Add a ping, or take it out of auctions.',
    ],
  ],
  [
    'bids whose bounds are crossed',
    buyer(
      '"format": "leadspedia", "campaign_id": "7",\n"url": "https://buyer.example/post",\n"ping": { "url": "https://buyer.example/ping", "fields": ["zip"] },\n"auction": { "min_bid": "9.00", "max_bid": "8.99" }',
    ),
    ['6:1  acme: its highest bid is below its lowest bid. Raise one or lower the other.'],
  ],
  [
    'caps that bound nothing, or cannot be counted',
    buyer(
      `${PLAIN},\n"time_zone": "America/Chicgo",\n"caps": [{ "per": "day" }, { "per": "day", "dollars": "9.99" }]`,
    ),
    [
      "4:14  acme: its time zone isn't known. Use a name like America/Chicago.",
      '5:1  acme: it has a cap in dollars but no price per lead. Add a price, or the most to book for a lead. No more than that is booked for a lead without a bid.',
      '5:1  acme: its cap 1 has no limit. Set a number of leads, an amount in dollars, or both.',
    ],
  ],
  [
    'a cap that no lead fits',
    buyer(`${PLAIN}, "price": "10.00",\n"caps": [{ "per": "day", "dollars": "9.99" }]`),
    ['4:1  acme: its cap 1 is lower than the price of one lead. Raise it, or remove it and pause the buyer.'],
  ],
  [
    'a cap that no lead of the highest price fits',
    buyer(`${PLAIN}, "price": "1.00", "max_price": "10.00",\n"caps": [{ "per": "day", "dollars": "9.99" }]`),
    ['4:1  acme: its cap 1 is lower than the price of one lead. Raise it, or remove it and pause the buyer.'],
  ],
  [
    'a price above the highest',
    buyer(`${PLAIN}, "price": "10.01",\n"max_price": "10.00"`),
    ['4:14  acme: the most to book for a lead is below its price. Raise one or lower the other.'],
  ],
  [
    'a filter whose comparison there is not',
    buyer(
      `${PLAIN},\n"filters": [{ "operator": "and", "conditions": [{ "field": "age", "condition": "ge", "arg": 18 }] }]`,
    ),
    expect.arrayContaining([
      expect.stringMatching(/^4:\d+ {2}buyers\.acme\.filters\.0\.conditions\.0\.condition must be equal/),
    ]),
  ],
  [
    'what boberdoo needs',
    buyer(
      '"format": "boberdoo", "url": "https://buyer.example", "campaign_id": "19", "suppliers": { "default": { "id": "1", "key": "2" } }',
    ),
    ['2:15  acme: it has no campaign key. Ask the buyer for it.'],
  ],
  [
    'a test of a format that has none',
    buyer('"format": "leadconduit", "url": "https://buyer.example",\n"test": true'),
    [
      '4:9  acme: its format has no test leads, so the buyer would take them for real ones. Ask the buyer for a separate test source, and send that one real leads.',
    ],
  ],
  [
    'hours without an end',
    buyer(`${PLAIN},\n"hours": [{ "days": ["fri"], "from": "22:00", "to": "22:00" }]`),
    ['4:1  acme: its hours 1 end when they start. For the whole day, use 00:00 to 24:00.'],
  ],
])('%s is reported with its line and column', (_, text, expected) => {
  expect(problemsIn(text)).toEqual(expected)
})

test('never shows any part of a secret', () => {
  const secret = `"campaign_key": 7, "price": "hunter2",\n"headers": { "authorization": ["hunter2"] }`
  const lines = problemsIn(buyer(`${PLAIN}, ${secret}`))
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toContain('hunter2')
})

test('names a missing file', () => {
  expect(() => readBuyers(join(FOLDER, 'none.json'), REMOTE)).toThrow(
    `the file ${join(FOLDER, 'none.json')} doesn't exist`,
  )
})

test('reads a buyer as written', () => {
  const ping = { url: 'https://buyer.example/ping', fields: ['zip'] }
  const acme = { format: 'leadspedia', url: 'https://buyer.example/post', campaign_id: '7', ping }
  writeFileSync(FILE, JSON.stringify({ buyers: { acme } }))
  expect(readBuyers(FILE, REMOTE).get('acme')).toMatchObject(acme)
})

test('accepts a local buyer only if the server allows local targets', () => {
  const local = buyer('"format": "json",\n"url": "http://127.0.0.1:9",\n"local": true')
  expect(problemsIn(local, true)).toEqual([])
  expect(problemsIn(local, false)).toEqual([
    '5:10  acme: local buyers are turned off on this server. For development, set LOCAL_TARGETS=allow. Otherwise remove "local".',
  ])
})
