import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { choicesOf } from '../../src/flow/ahead.ts'
import { findStep } from '../../src/flow/elements/elements.ts'
import { advance, begin } from '../../src/flow/journey.ts'
import { App } from '../../src/visitor/page/Funnel.tsx'
import { renderChanges } from '../../src/visitor/page/render.tsx'
import { readFlow } from '../journeys/walking.ts'
import { pageOf } from './page.ts'

describe.each(['class-action-finder', 'yardstick'])('the first step of %s', (site) => {
  const flow = readFlow(site)
  const origin = { today: '2026-11-23', query: {} }
  const [journey] = begin({ flow, origin })
  const page = { ...pageOf(), flow, origin, journey }

  test('sends the same parts with each choice that the whole page has after it', () => {
    const step = findStep(flow, journey.current!)!
    const choices = choicesOf(flow, step)
    expect(choices.length).toBeGreaterThan(0)
    for (const [name, value] of choices) {
      const data = { [name]: value }
      const [next] = advance(page, journey, {
        type: 'submit',
        step: journey.current!,
        data,
        timeOnStepMs: 0,
      })
      const parts = renderChanges(page, next)
      expect(parts.map((part) => /^<(\w+) class="(\w+)/.exec(part)?.slice(1))).toEqual([
        ['svg', 'progress'],
        ['main', 'stage'],
      ])
      const whole = renderToString(createElement(App, { page, journey: next, moved: true }))
      for (const part of parts) expect(whole).toContain(part)
    }
  })
})
