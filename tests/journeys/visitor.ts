import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A phone like most visitors have. */
export const MOVING_PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
}

/** Same phone with reduced motion, so that a test need not wait for each step to move. */
export const PHONE: BrowserContextOptions = { ...MOVING_PHONE, reducedMotion: 'reduce' }

/** A visitor's tab, and everything that went wrong in it: uncaught errors, console errors, CSP violations. */
export interface Tab {
  page: Page
  complaints: string[]
  close: () => Promise<void>
}

export async function openTab(browser: Browser, options: BrowserContextOptions = PHONE): Promise<Tab> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  return { page, complaints: complaintsOf(page), close: () => context.close() }
}

export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

/** Waits until the browser has nothing left to send. */
export async function sentAll(page: Page): Promise<void> {
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('leadloom.out.')))
}

/** Waits until React has taken the page over. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('leadloom:ready').length > 0)
}

/** Layout shifts so far; 0 is none. Call before the page loads, then read. */
export async function watchLayout(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    // A busy browser draws the next step later than the 500 ms after the press in which it doesn't count a shift.
    const drawing: { from: number; to: number }[] = []
    const isStep = (node: Node) =>
      node instanceof Element && (node.matches('[data-step]') || node.querySelector('[data-step]') !== null)
    new MutationObserver((changes) => {
      if (performance.getEntriesByName('leadloom:ready').length === 0) return
      if (!changes.some(({ type, addedNodes }) => type === 'attributes' || [...addedNodes].some(isStep)))
        return
      const draw = { from: performance.now(), to: Infinity }
      drawing.push(draw)
      requestAnimationFrame(() => requestAnimationFrame((now) => (draw.to = now)))
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-step'] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        const isNext = drawing.some(({ from, to }) => from <= entry.startTime && entry.startTime < to)
        if (!entry.hadRecentInput && !isNext) seen.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)
}

/** Holds the app's module back until it is released, so that what happens before is before React. */
export async function holdReact(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/main-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}
