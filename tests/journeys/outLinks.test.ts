import { describe, expect, test } from 'vitest'
import { setElementsStage } from './elementsStage.ts'
import { linkOuts, recordedSteps } from './records.ts'
import { holdReact, ready, sentAll } from './visitor.ts'
import { seeStep } from './walking.ts'

const { stage, at } = setElementsStage()

describe('buttons that open another page', () => {
  /** The link-outs recorded of an offer. */
  const pressedAt = (key: string) =>
    linkOuts(stage.server.dataDir).filter(({ offer }) => offer === key).length

  test('a boost opens a new tab, and the visitor continues here', async () => {
    const { page, complaints, close } = await at('all/boost')
    const before = pressedAt('all')
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /Check it now/ }).tap(),
    ])
    expect(other.url()).toBe('https://boost.example/credit?sub1=one')
    expect(await other.evaluate(() => window.opener as unknown)).toBeNull()
    await seeStep(page, 'end/thanks')
    await sentAll(page)
    expect(recordedSteps(stage.server.dataDir).at(-1)?.step).toBe('all/boost')
    expect(pressedAt('all')).toBe(before + 1)
    expect(complaints).toEqual([])
    await close()
  })

  test('each names its destination, has its size, and is one link-out however often it’s pressed', async () => {
    const { page, close } = await at('end/thanks')
    const before = pressedAt('end')
    const link = (name: RegExp) => page.getByRole('link', { name })
    const sizes = ['See solar plans', 'Button', 'Get covered', 'Save now'].map((name) =>
      link(new RegExp(`^${name}`)).evaluate((node) => getComputedStyle(node).fontSize),
    )
    expect(await Promise.all(sizes)).toEqual(['12px', '16px', '24px', '32px'])
    const tracker = new URL((await link(/Read how/).getAttribute('href'))!)
    expect(Object.fromEntries(tracker.searchParams)).toMatchObject({
      offer_id: '1',
      aff_id: '1004',
      aff_sub: 'first',
      sub1: 'one',
    })
    expect(await link(/Save now/).getAttribute('href')).toMatch(
      /^https:\/\/partner\.example\/go\?ref=[0-9a-f-]{36}$/,
    )
    for (const name of [/^Button/, /^Button/, /Save now/]) {
      const [other] = await Promise.all([page.context().waitForEvent('page'), link(name).tap()])
      await other.close()
    }
    await sentAll(page)
    expect(pressedAt('end')).toBe(before + 2)
    await close()
  })

  test('before React, a link that needs its own ID shows that it’s loading, and a press on another is reported later', async () => {
    const { page, complaints, close } = await at('end/thanks')
    await sentAll(page)
    const before = pressedAt('end')
    const letGo = await holdReact(page)
    await page.reload({ waitUntil: 'commit' })
    const loading = page.getByRole('link', { name: 'Loading...' })
    expect(await loading.getAttribute('aria-disabled')).toBe('true')
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /^Button/ }).tap(),
    ])
    await other.close()
    letGo()
    await ready(page)
    await page.getByRole('link', { name: /Save now/ }).waitFor()
    expect(page.context().pages()).toHaveLength(1)
    await sentAll(page)
    await expect.poll(() => pressedAt('end')).toBe(before + 1)
    expect(complaints).toEqual([])
    await close()
  })

  test('the phone link calls the tracked number', async () => {
    const { page, close } = await at('end/thanks')
    await page.locator('.phone[href]').waitFor()
    expect(await page.locator('.phone').getAttribute('href')).toBe('tel:+18005550199')
    expect(await page.locator('.phone').innerText()).toBe('Questions? Call (800)\u00a0555\u20110199')
    await close()
  })
})
