import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { setStage } from './stage.ts'
import { openTab, MOVING_PHONE, ready } from './visitor.ts'

const stage = setStage()

async function atFirst(options = {}): Promise<{ page: Page; close: () => Promise<void> }> {
  const { page, close } = await openTab(stage.browser, { ...MOVING_PHONE, ...options })
  await page.goto(`${stage.server.url}/yardstick`)
  await ready(page)
  return { page, close }
}

/** Progress of the bar, and style of the current step, in the frame that first shows it, while it moves, and at rest. */
function watchedPress(page: Page, button = 'button[value=yes]') {
  return page.evaluate(async (button) => {
    const seen = () => {
      const step = document.querySelector('form.step:not([data-ahead])')!
      const { opacity, transform } = getComputedStyle(step.querySelector('h1')!)
      const done = Number(document.querySelector('[role=progressbar]')!.getAttribute('aria-valuenow'))
      return { id: step.getAttribute('data-step'), opacity: Number(opacity), transform, done }
    }
    const nameOf = ({ className, localName }: Element) => className || localName
    const before = seen()
    document.querySelector<HTMLButtonElement>(`form.step:not([data-ahead]) ${button}`)!.click()
    let first = before
    while (first.id === before.id) {
      await new Promise(requestAnimationFrame)
      first = seen()
    }
    const moving = new Set<string>()
    for (let at = performance.now(); performance.now() < at + 1000;) {
      await new Promise(requestAnimationFrame)
      for (const motion of document.getAnimations())
        moving.add(nameOf(((motion as CSSTransition).effect as KeyframeEffect).target!))
    }
    return { before, first, moving: [...moving].sort(), rest: seen() }
  }, button)
}

const AT_REST = { id: 'yardstick/state', opacity: 1, transform: 'none' }

test('a step moves in from its first frame, except its pinned button, and the progress follows', async () => {
  const { page, close } = await atFirst()
  const { before, first, moving, rest } = await watchedPress(page)
  expect(first).toMatchObject({ id: AT_REST.id, opacity: 0.3, transform: 'matrix(1, 0, 0, 1, 10, 0)' })
  expect(moving).toContain('field')
  expect(moving).not.toContain('actions')
  // The page's thread draws every frame of a moving part that has no box.
  expect(moving).not.toContain('input')
  expect(rest).toMatchObject(AT_REST)
  expect([first.done, rest.done > before.done]).toEqual([before.done, true])
  await close()
})

test('a step that the visitor goes back to comes from the other side', async () => {
  const { page, close } = await atFirst()
  await watchedPress(page)
  const { first, rest } = await watchedPress(page, '.back')
  expect(first).toMatchObject({ opacity: 0.3, transform: 'matrix(1, 0, 0, 1, -10, 0)' })
  expect(rest).toMatchObject({ opacity: 1, transform: 'none' })
  await close()
})

test('nothing moves with reduced motion', async () => {
  const { page, close } = await atFirst({ reducedMotion: 'reduce' })
  const { first, moving, rest } = await watchedPress(page)
  expect(first).toMatchObject(AT_REST)
  expect(moving).toEqual([])
  expect(rest).toMatchObject(AT_REST)
  await close()
})
