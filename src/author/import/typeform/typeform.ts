import { AT_MOST } from '../../../../schemas/kernel/atMost.ts'
import { IMPORT_NOTES } from '../importNotes.ts'
import { PARAMETER, type ForeignForm, type ForeignParameter } from '../foreignForm.ts'
import { inOrder, type OrderedEnd } from '../inOrder.ts'
import { listIn, objectIn, objectsIn, textIn, textOf, type Json } from '../foreignJson.ts'
import { startReading, type Reading } from '../reading.ts'
import { stopsOf, type TypeformStop } from './typeformFields.ts'
import { jumpsOf } from './typeformLogic.ts'

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
  const parameters = parametersOf(document, reading, fields)
  const stops = [START, ...stopsOf(document, { reading, fields })]
  noteAround(document, reading)

  const screens = objectsIn(document, 'thankyou_screens')
  const own = screens.filter(({ value }) => textIn(value, 'ref') !== DEFAULT_END)
  const ends = (own.length > 0 ? own : screens).map(({ value, index }) => ({
    value,
    at: `thankyou_screens[${index}]`,
    refs: [textIn(value, 'ref'), textIn(value, 'id')],
  }))
  const jumps = jumpsOf(document, { stops, ends: ends.map(({ refs }) => refs), fields, reading })
  const ordered = inOrder({
    stops,
    ends: ends.map(({ value, at }) => endOf(value, at, reading)),
    jumps,
    reading,
  })
  const title = reading.line(textIn(document, 'title'), 'title') || 'Typeform'
  return {
    form: {
      title,
      language: reading.language,
      welcome: welcomeOf(document, reading),
      parameters,
      ...ordered,
    },
    reading,
  }
}

function endOf(screen: Json, at: string, reading: Reading): OrderedEnd {
  const properties = objectIn(screen, 'properties')
  const address = textIn(properties, 'redirect_url')
  if (address !== '') reading.note(`${at}.properties.redirect_url`, IMPORT_NOTES.endRedirect(address))
  if ('attachment' in screen) reading.note(at, IMPORT_NOTES.picture)
  return {
    at,
    title: reading.line(textIn(screen, 'title'), `${at}.title`),
    html: reading.html(textIn(properties, 'description'), at, 'text'),
  }
}

/** Hidden fields, each as a field with the text of the address parameter of its name. */
function parametersOf(document: Json, reading: Reading, fields: Map<string, string>): ForeignParameter[] {
  return listIn(document, 'hidden').flatMap((one, index) => {
    const parameter = textOf(one).slice(0, AT_MOST.name)
    if (!PARAMETER.test(parameter)) {
      reading.note(`hidden[${index}]`, IMPORT_NOTES.hiddenField(parameter))
      return []
    }
    const field = reading.names.take(parameter)
    fields.set(`hidden:${parameter}`, field)
    reading.note(`hidden[${index}]`, IMPORT_NOTES.hiddenParameter(parameter, field))
    return [{ field, parameter }]
  })
}

/** `{{field:ref}}`, `{{hidden:name}}` and `{{var:name}}`. */
const PIPING = /\{\{([^{}]{1,200})\}\}/g

/** Typeform's own end, shown if a form has none. */
const DEFAULT_END = 'default_tys'

/** Place before the first question, where the logic of hidden fields jumps from. */
const START: TypeformStop = { at: '', title: '', refs: [], asks: [], fields: [], seen: null, step: null }

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
  for (const name of Object.keys(objectIn(document, 'variables')))
    reading.note(`variables.${name}`, IMPORT_NOTES.variable(name))
}
