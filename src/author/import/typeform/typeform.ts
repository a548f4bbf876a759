import { AT_MOST } from '../../../../schemas/kernel/atMost.ts'
import { IMPORT_NOTES } from '../../../texts/author/importNotes.ts'
import type { ForeignEnd, ForeignForm, ForeignStep } from '../foreignForm.ts'
import { listIn, objectIn, objectsIn, textIn, textOf, type Json } from '../foreignJson.ts'
import { startReading, type Reading } from '../reading.ts'
import { stopsOf } from './typeformFields.ts'
import { jumpsOf } from './typeformLogic.ts'
import { shownWhen } from '../jumps.ts'
import { asRules } from '../when.ts'

/** Reads a form of Typeform's Create API, as it is exported. Source: developers.typeform.com, "Create form" and "Logic Jumps". */
export function readTypeform(document: Json): { form: ForeignForm; reading: Reading } {
  const fields = new Map<string, string>()
  const language = textIn(objectIn(document, 'settings'), 'language') || textIn(document, 'language')
  const reading = startReading(
    { pattern: PIPING, fieldOf: (name) => fields.get(name.replace(/^field:\s*/, '')) },
    language === 'es' ? 'es' : 'en',
  )
  if (language !== '' && language !== 'en' && language !== 'es')
    reading.note('settings.language', IMPORT_NOTES.otherLanguage(language))
  const stops = stopsOf(document, { reading, fields })
  noteAround(document, reading)

  const screens = objectsIn(document, 'thankyou_screens')
  const own = screens.filter(({ value }) => textIn(value, 'ref') !== DEFAULT_END)
  const ends = (own.length > 0 ? own : screens).map(({ value, index }) => ({
    value,
    at: `thankyou_screens[${index}]`,
    refs: [textIn(value, 'ref'), textIn(value, 'id')],
  }))
  const jumps = jumpsOf(document, { stops, ends: ends.map(({ refs }) => refs), reading })
  const shown = shownWhen([
    ...stops.map((stop, index) => ({ jumps: jumps[index]!, fields: stop.fields, seen: stop.seen })),
    ...ends.map(() => ({ jumps: [], fields: [], seen: null })),
  ])

  const steps = stops.flatMap(({ at, title, step }, index): ForeignStep[] => {
    if (!step) return []
    const when = shown[index]!
    if (when === false) return noted(reading, at, IMPORT_NOTES.neverAsked(title))
    if (when !== null && asRules(when) !== null) return [{ ...step, when }]
    reading.note(at, IMPORT_NOTES.tooLong(title))
    return [{ ...step, when: true }]
  })
  const endings: ForeignEnd[] = []
  ends.forEach(({ value, at }, index) => {
    const title = reading.line(textIn(value, 'title'), `${at}.title`)
    const when = shown[stops.length + index]!
    const isLed = when !== false && endings.at(-1)?.when !== true
    if (!isLed || when === null || asRules(when) === null)
      return reading.note(at, IMPORT_NOTES.otherEnd(title))
    const properties = objectIn(value, 'properties')
    const address = textIn(properties, 'redirect_url')
    if (address !== '') reading.note(`${at}.properties.redirect_url`, IMPORT_NOTES.endRedirect(address))
    endings.push({ title, html: reading.html(textIn(properties, 'description'), at, 'text'), when })
  })
  const title = reading.line(textIn(document, 'title'), 'title') || 'Typeform'
  return {
    form: { title, language: reading.language, welcome: welcomeOf(document, reading), steps, ends: endings },
    reading,
  }
}

/** `{{field:ref}}`, `{{hidden:name}}` and `{{var:name}}`. */
const PIPING = /\{\{([^{}]{1,200})\}\}/g

/** Typeform's own end, shown if a form has none. */
const DEFAULT_END = 'default_tys'

function noted(reading: Reading, at: string, words: { message: string; hint: string }): [] {
  reading.note(at, words)
  return []
}

function welcomeOf(document: Json, reading: Reading): ForeignForm['welcome'] {
  const [screen] = objectsIn(document, 'welcome_screens')
  if (!screen) return null
  const at = 'welcome_screens[0]'
  const title = reading.line(textIn(screen.value, 'title'), `${at}.title`, LANDING.title)
  const text = textIn(objectIn(screen.value, 'properties'), 'description')
  if (title === '') return null
  return { title, text: reading.line(text, `${at}.properties.description`, LANDING.text) }
}

/** Source: schemas/flow/site.ts, the landing section. */
const LANDING = { title: 80, text: 160 }

/** Notes the parts around the questions that have no equivalent here. */
function noteAround(document: Json, reading: Reading): void {
  listIn(document, 'hidden').forEach((name, index) =>
    reading.note(`hidden[${index}]`, IMPORT_NOTES.hiddenField(textOf(name).slice(0, AT_MOST.name))),
  )
  for (const name of Object.keys(objectIn(document, 'variables')))
    reading.note(`variables.${name}`, IMPORT_NOTES.variable(name))
}
