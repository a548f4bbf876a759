import { renderToString } from 'react-dom/server'
import type { Journey } from '../../flow/journey.ts'
import { App } from './Funnel.tsx'
import type { Page } from '../../flow/page.ts'

/** The markup of the step where a journey stands: what React's start in the browser must find. */
export function renderStep(page: Page, journey: Journey, moved: boolean): string {
  return renderToString(<App page={page} journey={journey} moved={moved} />)
}
