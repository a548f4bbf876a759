import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { choicesOf } from '../../flow/ahead.ts'
import { findStep, inputs } from '../../flow/elements/elements.ts'
import { advance } from '../../flow/journey.ts'
import type { Page } from '../../flow/page.ts'
import type * as Render from '../../visitor/page/render.tsx'

/** The only place where the server uses React. Renders the visible step as markup, with the step that each of its choices leads to, so
 *  that both are ready before any script has loaded. */

export interface Markup {
  step: string
  /** Next steps: elements, each listed once, that replace those of the same class when one of these choices ([name, value]) is made. */
  next: { choices: [string, string][]; markup: string }[]
}

export type Renderer = (page: Page) => Markup

/** Loads the renderer that Vite built; null if there is no build. */
export async function loadRenderer(folder: string): Promise<Renderer | null> {
  const file = join(folder, 'render.js')
  if (!existsSync(file)) return null
  const built = (await import(pathToFileURL(file).href)) as typeof Render
  await built.prepare()
  return (page) => draw(page, built)
}

function draw(page: Page, { renderStep, renderChanges }: typeof Render): Markup {
  const byMarkup = new Map<string, [string, string][]>()
  for (const [name, value] of choices(page)) {
    const [clicked] = advance(page, page.journey, { type: 'click' })
    const [next] = advance(page, clicked, {
      type: 'submit',
      step: page.journey.current!,
      data: { [name]: value },
      timeOnStepMs: 0,
    })
    for (const markup of renderChanges(page, next))
      byMarkup.set(markup, [...(byMarkup.get(markup) ?? []), [name, value]])
  }
  return {
    step: renderStep(page),
    next: [...byMarkup].map(([markup, choices]) => ({ markup, choices })),
  }
}

/** Choices of a step that asks for nothing else. */
function choices({ flow, journey }: Page): [string, string][] {
  const step = journey.current && findStep(flow, journey.current)
  return !step || inputs(step).length > 0 ? [] : choicesOf(flow, step)
}
