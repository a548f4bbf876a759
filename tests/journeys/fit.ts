import type { Page } from 'playwright-core'

/** Controls smaller than a thumb, 44 by 44 pixels; links within a text are as high as its lines. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.locator(TARGETS).evaluateAll((targets) =>
    targets
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .filter((target) => !target.closest('.consent, .prose, .page main :is(p, li)'))
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect()
        return Math.min(width, height) < 44
      })
      .map((target) => target.outerHTML.slice(0, 100)),
  )
}

/** Controls of the visitor's pages and of the legal ones. */
const TARGETS =
  'a, button, .card, .control, .request .choice, .request input:not([type=radio], [type=hidden])'

/** Width of the page beyond the window, px. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
