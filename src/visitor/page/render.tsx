import '../../texts/languages/everyLanguage.ts'
import { renderToString } from 'react-dom/server'
import { loadLazyWidgets } from '../../../widgets/lazyWidget.tsx'
import type { Journey } from '../../flow/journey.ts'
import { App, changedParts } from './Funnel.tsx'
import type { Page } from '../../flow/page.ts'

/** Any site's steps are rendered here. Must have resolved before. */
export const prepare = loadLazyWidgets

/** Markup of the current step in the page's journey, which React must find when it starts in the browser. */
export function renderStep(page: Page): string {
  return renderToString(<App page={page} journey={page.journey} />)
}

/** Markup of what changes with a choice that leads to `journey`: elements that each replace the one of their class. */
export function renderChanges(page: Page, journey: Journey): string[] {
  return changedParts(page, journey).map((part) => renderToString(part))
}
