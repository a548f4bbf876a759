import { LETTERS } from '../../texts/languages/letterSentences.ts'
import { DELAY as DELAY_IN_SPANISH } from '../../texts/spanish/spanishEarly.ts'
import { WAY_HOME } from '../../texts/visitorPage.ts'
import type { Language } from '../../../schemas/flow/flow.ts'
import { findStep } from '../../flow/elements/elements.ts'
import { languageOf, shownIn } from '../../flow/languages/language.ts'
import { lazyElementsIn } from '../../flow/elements/lazyElements.ts'
import { heading } from '../../flow/form.ts'
import { FLOW_FORM, PAGE_ELEMENT, type Page, type SentPage } from '../../flow/page.ts'
import { trackingPixels } from '../../flow/vendors/vendors.ts'
import { inElement, type Assets } from './assets.ts'
import type { Markup } from './firstStep.ts'
import { escaped } from '../kernel/escaped.ts'

/** HTML, and the texts of its style elements, which its policy lists by hash. */
export interface Document {
  html: string
  styles: string[]
}

/** The page as one document, so that one request paints the first step and handles the first press. It includes only the part of the
 *  components' stylesheet that these steps can use; the app loads the whole. The early script comes before the step, so that it catches
 *  every press; nothing is painted before the step is complete, or it would jump. Elements to fetch later are in a template until the
 *  early script inserts them; so is the app, if the page handles the first press itself. The app's module comes last, because from the
 *  browser's cache it could otherwise run before the markup is there. */
export function pageDocument({
  page,
  style,
  head = '',
  assets,
  markup,
  isFramed,
}: {
  page: Page
  style: string
  /** Additional markup for the head. */
  head?: string
  assets: Assets
  markup: Markup
  isFramed: boolean
}): Document {
  const { title } = page.flow.ui_config
  const language = languageOf(page.flow)
  const sentences = assets.sentences[language]
  const published = `/main/flows/${page.session.version}`
  const reading = shownIn(page.flow).language
  const flow = `${published}.${FLOW_FORM}${reading ? `.${reading}` : ''}.json`
  const templates = markup.next.map(
    ({ choices, markup }) => `<template data-for="${escaped(JSON.stringify(choices))}">${markup}</template>`,
  )
  const sent: SentPage = { ...page, flow, style: assets.stylesheet }
  const body = `<body>
<noscript><p class="no-script">${LETTERS[language].PLAIN_FORM.off}</p></noscript>
<script${earlySays(language)}>${assets.early}</script>
<div id="root">${markup.step}</div>
<template id="${STEP_END}"></template>
${templates.join('\n')}${pixels(page)}
<script type="application/json" id="${PAGE_ELEMENT}">${inScript(sent)}</script>
<script type="module" async src="${assets.script}"></script>${isFramed ? `\n<script type="module" src="${assets.embedded}"></script>` : ''}
</body>
</html>
`
  const styles = [assets.styleOf(`${body} ${DRAWN_AHEAD}`), inElement(style)]
  const answersItself = templates.length > 0
  const lazyWidgets = lazyElementsIn(page.flow).length > 0 ? [assets.lazyWidgets] : []
  const app = [assets.script, ...assets.preloads, ...lazyWidgets, ...(sentences ? [sentences] : [])]
    .map((file) => `\n<link rel="modulepreload" href="${file}">`)
    .join('')
  const html = `<!doctype html>
<html lang="${language}"${isFramed ? ' data-framed' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description(page))}">
<link rel="icon" href="${published}/favicon.ico" sizes="32x32">
<link rel="apple-touch-icon" href="${published}/icon-180.png" sizes="180x180">${head}
<template id="soon">
<link rel="preload" href="${flow}" as="fetch" crossorigin>
<link rel="preload" href="${assets.stylesheet}" as="style" fetchpriority="low">${answersItself ? app : ''}
</template>
<link rel="expect" href="#${STEP_END}" blocking="render">${answersItself ? '' : app}
${styles.map((text) => `<style>${text}</style>`).join('\n')}
</head>
${body}`
  return { html, styles }
}

/** Id of the element after the first step. With `rel=expect`, a browser paints once it has seen the element's start tag. */
const STEP_END = 'step-end'

/** Marks a step that the app draws before it is visible, maybe before the whole stylesheet has loaded. */
const DRAWN_AHEAD = 'data-ahead'

/** Texts of the early script in languages other than its own. Source: src/visitor/page/early.ts. */
function earlySays(language: Language): string {
  const said: Record<string, string> = language === 'es' ? DELAY_IN_SPANISH : {}
  return Object.entries(said)
    .map(([key, text]) => ` data-${key.replace(/[A-Z]/g, '-$&').toLowerCase()}="${escaped(text)}"`)
    .join('')
}

/** JSON that can't end a script element. */
function inScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** Tracking pixels. Where scripts run, they are plain text that the browser doesn't load. */
function pixels({ flow, may_track }: Page): string {
  const addresses = may_track ? trackingPixels(flow.ui_config.entrypoint.tracking_scripts) : []
  if (addresses.length === 0) return ''
  return `\n<noscript>${addresses.map((src) => `<img src="${escaped(src)}" alt="" hidden>`).join('')}</noscript>`
}

/** Description in search results: the visible question, with its help text. */
function description({ flow, journey, product_name }: Page): string {
  const step = journey.current && findStep(flow, journey.current)
  return step
    ? [heading(flow, step, product_name), step.hint].filter(Boolean).join(' ')
    : flow.ui_config.title
}

/** A page that only shows a message. */
export function noticeDocument(
  { style }: Assets,
  { title, lead }: { title: string; lead: string },
): Document {
  const home = `<p class="lead"><a href="${WAY_HOME.href}">${WAY_HOME.text}</a></p>`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body><main class="stage state"><h1>${escaped(title)}</h1><p class="lead">${escaped(lead)}</p>${home}</main></body>
</html>
`
  return { html, styles: [style] }
}
