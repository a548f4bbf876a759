import '../../texts/languages/everyLanguage.ts'
import { renderToString } from 'react-dom/server'
import { loadRareWidgets } from '../../../widgets/rare.tsx'
import type { Journey } from '../../flow/journey.ts'
import { App, changedParts } from './Funnel.tsx'
import type { Page } from '../../flow/page.ts'

/** Any site's steps are drawn. Must have resolved before. */
export const prepare = loadRareWidgets

/** The markup of the step where the page's journey stands: what React's start in the browser must find. */
export function renderStep(page: Page): string {
  return renderToString(<App page={page} journey={page.journey} />)
}

/** The same of what a choice that leads to `journey` changes: elements, each to take the place of that of its class. */
export function renderChanges(page: Page, journey: Journey): string[] {
  return changedParts(page, journey).map((part) => renderToString(part))
}
