import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { momentText } from '../../src/time/momentText.ts'
import { login, tables } from './operator.ts'
import { counted, linkOuts, recordedSteps, versionLiveSince } from './records.ts'
import { PARTNER } from './serving.ts'
import { setOwnStage } from './stage.ts'
import { MOVING_PHONE, openTab, sentAll } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, shownSteps } from './walking.ts'

const stage = setOwnStage()

const SITE = 'class-action-finder'
const flow = readFlow(SITE)

/** Answers a whole flow, to its thank-you page. */
async function walkThrough(page: Page, name: string, query: string): Promise<string[]> {
  const script = readScript(name)
  const shown = shownSteps(script)
  await page.goto(`${stage.server.url}/${SITE}?${query}`)
  for (const id of shown.slice(0, -1)) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id]!)
  }
  await seeStep(page, shown.at(-1)!)
  await sentAll(page)
  return script.trace.filter((line) => !line.endsWith(' skipped')).map((line) => line.split(' ')[0]!)
}

/** Reports a conversion as a partner does; returns the status. */
async function convert(
  ref: string,
  id: string,
  amount: string,
  status: 'approved' | 'returned',
): Promise<number> {
  const body = { key: PARTNER.secret, ref, id, amount, status }
  const response = await fetch(`${stage.server.url}/webhook/conversions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status
}

test('a whole funnel is answered, recorded, sold, and shown to the cent', async () => {
  const buyer = await openTab(stage.browser, MOVING_PHONE)
  const walked = await walkThrough(buyer.page, 'class-action-finder-car-accident', 'affid=86&sub1=search')
  expect(recordedSteps(stage.server.dataDir).map(({ step }) => step)).toEqual(walked.slice(0, -1))
  expect(counted(stage.server.dataDir, 'registration')).toBe(1)

  // The buyer that just received the lead isn't offered again.
  expect(await buyer.page.locator('.partner h2').allInnerTexts()).toEqual([
    'Open Home Pros',
    "Workers' compensation",
  ])
  // The partner's card opens a tracked page; the partner reports the sale with what its address carries.
  await buyer.page
    .context()
    .route('https://partners.example/**', (route) => route.fulfill({ body: 'A partner.' }))
  const [partner] = await Promise.all([
    buyer.page.context().waitForEvent('page'),
    buyer.page.getByRole('link', { name: /Open Home Pros/ }).click(),
  ])
  const address = new URL(partner.url())
  expect(address.searchParams.get('sub1')).toBe('search')
  const ref = address.searchParams.get('aff_sub5') ?? ''
  await sentAll(buyer.page)
  expect(linkOuts(stage.server.dataDir)).toEqual([{ offer: 'thank_you', step: 'more' }])

  expect(await convert(ref, 'conversion-1', '125.50', 'approved')).toBe(204)
  expect(await convert(ref, 'conversion-1', '125.50', 'approved')).toBe(204)
  expect(await convert(ref, 'conversion-2', '20.00', 'approved')).toBe(204)
  expect(await convert(ref, 'conversion-2', '20.00', 'returned')).toBe(204)
  expect(await convert(ref.replace('|', '|x'), 'conversion-3', '99.00', 'approved')).toBe(400)

  const other = await openTab(stage.browser, MOVING_PHONE)
  await walkThrough(other.page, 'class-action-finder-neither', 'affid=104')
  const passer = await openTab(stage.browser, MOVING_PHONE)
  await passer.page.goto(`${stage.server.url}/${SITE}`)
  expect([buyer, other, passer].flatMap(({ complaints }) => complaints)).toEqual([])

  const operator = await openTab(stage.browser, { viewport: { width: 1440, height: 900 } })
  await operator.page.goto(`${stage.server.url}/stats`)
  await login(operator.page)
  const live = momentText(versionLiveSince(stage.server.dataDir, SITE))
  expect(await tables(operator.page)).toEqual({
    'EPR - Visits + Revenue per path': [
      'Version | Path | Visits | Revenue | EPR',
      `1 - ${live} | ${SITE} | 2 | $125.50 | $62.75`,
      'Total | 2 | $125.50 | $62.75',
    ],
    'ECPM - Impressions + Revenue per offer': [
      'Version | Offer | Path | Impressions | Revenue | ECPM',
      `1 - ${live} | Thank you (thank_you) | ${SITE} | 0 | $125.50 | –`,
      `1 - ${live} | Motor vehicle accident (mva) | ${SITE} | 2 | $0.00 | $0.00`,
      `1 - ${live} | Workers’ compensation (wc) | ${SITE} | 2 | $0.00 | $0.00`,
      // Revenue of an offer without impressions isn't in the rate.
      'Total | 4 | $125.50 | $0.00',
    ],
    'Consent certificates / path': [
      'Path | Registration | TrustedForm | TrustedForm rate | Jornaya | Jornaya rate | Both rate',
      `${SITE} | 1 | 0 | 0.00% | 0 | 0.00% | 0.00%`,
      'Total | 1 | 0 | 0.00% | 0 | 0.00% | 0.00%',
    ],
    'Visits + revenue / language': [
      'Path | Language | Visits | Registration | Total sales | Revenue | EPR',
      `${SITE} | English | 2 | 1 | 1 | $125.50 | $62.75`,
      'Total | 2 | 1 | 1 | $125.50 | $62.75',
    ],
  })

  await operator.page.goto(`${stage.server.url}/stats/visits?path=${SITE}`)
  expect(await tables(operator.page)).toEqual({
    'Page visits / affiliate': [
      'Affiliate | Page visits | Registration | Registration rate',
      '1 | 1 | 0 | 0.00%',
      '104 | 1 | 0 | 0.00%',
      '86 | 1 | 1 | 100.00%',
      'Total | 3 | 1 | 33.33%',
    ],
    'Page visits / affiliate + sub1 + sub2 + sub3': [
      'Affiliate | Sub1 | Sub2 | Sub3 | Page visits | Registration | Registration rate',
      '1 | (none) | (none) | (none) | 1 | 0 | 0.00%',
      '104 | (none) | (none) | (none) | 1 | 0 | 0.00%',
      '86 | search | (none) | (none) | 1 | 1 | 100.00%',
      'Total | 3 | 1 | 33.33%',
    ],
    'Drop-off / step': expect.arrayContaining([
      expect.stringContaining('| Motor vehicle accident (mva) | injured | 3 | 2 | 1 | 33.33% |'),
      expect.stringContaining('| Other claims (claims) | kind | 2 | 2 | 0 | 0.00% |'),
    ]) as string[],
  })

  await operator.page.goto(`${stage.server.url}/stats/sales?path=${SITE}`)
  expect(await tables(operator.page)).toEqual({
    'Sales + revenue / affiliate': [
      'Offer | Affiliate | Total sales | Gross | Returned | Revenue',
      'Thank you (thank_you) | 86 | 1 | $145.50 | $20.00 | $125.50',
      'Total | 1 | $145.50 | $20.00 | $125.50',
    ],
    'Sales + revenue / offer': [
      'Offer | Total sales | Gross | Returned | Revenue',
      'Thank you (thank_you) | 1 | $145.50 | $20.00 | $125.50',
      'Total | 1 | $145.50 | $20.00 | $125.50',
    ],
    'Sales + revenue / affiliate + sub1 + offer': [
      'Offer | Affiliate | Sub1 | Total sales | Gross | Returned | Revenue',
      'Thank you (thank_you) | 86 | search | 1 | $145.50 | $20.00 | $125.50',
      'Total | 1 | $145.50 | $20.00 | $125.50',
    ],
  })
  const figures = await operator.page.locator('.box dl > div').allInnerTexts()
  expect(figures.map((figure) => figure.split(/\n+/).join(': '))).toEqual([
    'Maximum sales from one lead: 1',
    'Average sales: 1.00',
    'Maximum revenue from one lead: $125.50',
    'Average revenue: $125.50',
    'Revenue per registration: $125.50',
  ])
  expect(operator.complaints.filter((text) => !text.includes('401'))).toEqual([])
  for (const tab of [buyer, other, passer, operator]) await tab.close()
})
