import { AT_MOST } from '../../../../schemas/kernel/atMost.ts'
import type { Language } from '../../../../schemas/flow/flow.ts'
import { IMPORT_NOTES } from '../importNotes.ts'
import type { ForeignQuestion, ForeignEnd, ForeignForm, ForeignStep } from '../foreignForm.ts'
import { isObject, objectsIn, textIn, type Json } from '../foreignJson.ts'
import { startReading, type Reading } from '../reading.ts'
import { askedBySurvey } from './surveyFields.ts'
import { saidIn } from './surveyTexts.ts'
import { whenExpression, type SurveyQuestion } from './surveyRules.ts'
import { all, asRules, type When } from '../when.ts'

/** Reads a document of SurveyJS. Source: surveyjs.io, "Design Survey" and "Conditional Logic and Dynamic Texts". */
export function readSurvey(document: Json): { form: ForeignForm; reading: Reading } {
  const known = new Map<string, SurveyQuestion>()
  const { language, isTranslated, others } = languagesOf(document)
  const reading = startReading(
    { pattern: /\{([^{}]{1,200})\}/g, fieldOf: (name) => known.get(name)?.asked.field },
    language,
    isTranslated,
  )
  if (others.length > 0) reading.note('', IMPORT_NOTES.moreLanguages(others.join(', ')))
  const context: Context = { reading, known, names: new Set(), steps: [] }
  const pages = objectsIn(document, 'pages')
  for (const { value, index } of pages) readPage(value, `pages[${index}]`, context)
  if (pages.length === 0) readPage(document, '', context)
  noteBehavior(document, reading)
  const title = reading.line(saidIn(document, 'title', language), 'title') || 'Survey'
  const form = {
    title,
    language,
    welcome: welcomeOf(document, reading, title),
    steps: context.steps,
    ends: endsOf(document, context),
  }
  return { form, reading }
}

interface Context {
  reading: Reading
  /** Questions so far, by the survey's name. Conditions only look at these. */
  known: Map<string, SurveyQuestion>
  /** All names so far. */
  names: Set<string>
  steps: ForeignStep[]
}

/** A page or a panel: consecutive elements without a condition are one step. */
interface Open {
  title: string
  hint: string
  when: When
  /** Step that the next question without a condition joins; null to begin a new one. */
  step: {
    called: string
    asks: ForeignQuestion[]
    html: string
    title: string
    hint: string
    when: When
  } | null
}

const DEEPEST = 10

function readPage(page: Json, at: string, context: Context): void {
  const { reading } = context
  if (page['visible'] === false && textIn(page, 'visibleIf') === '')
    return reading.note(at, IMPORT_NOTES.neverAsked(textIn(page, 'name')))
  const title = at === '' ? '' : reading.line(saidIn(page, 'title', reading.language), `${at}.title`)
  const when = conditionOf(page, { at, title: title || textIn(page, 'name'), context })
  const hint =
    at === ''
      ? ''
      : reading.line(saidIn(page, 'description', reading.language), `${at}.description`, AT_MOST.hint)
  readElements(page, { at, open: { title, hint, when, step: null }, context, depth: 0 })
}

interface Within {
  at: string
  open: Open
  context: Context
  depth: number
}

function readElements(of: Json, { at, open, context, depth }: Within): void {
  const { reading } = context
  if (depth > DEEPEST) return reading.note(at, IMPORT_NOTES.tooDeep)
  for (const word of ['elements', 'questions'])
    for (const { value, index } of objectsIn(of, word)) {
      const place = `${at === '' ? '' : `${at}.`}${word}[${index}]`
      const name = textIn(value, 'name')
      const title = reading.line(saidIn(value, 'title', reading.language), `${place}.title`) || name
      const isPanel = textIn(value, 'type') === 'panel'
      const hasCondition = ['visibleIf', 'enableIf', 'requiredIf'].some((word) => textIn(value, word) !== '')
      if (value['visible'] === false && textIn(value, 'visibleIf') === '') {
        reading.note(place, IMPORT_NOTES.neverAsked(title))
        continue
      }
      if (isPanel) {
        const when = all(open.when, conditionOf(value, { at: place, title, context }))
        const own = reading.line(saidIn(value, 'title', reading.language), `${place}.title`)
        if (when === false) reading.note(place, IMPORT_NOTES.neverAsked(title))
        else
          readElements(value, {
            at: place,
            open: { title: own, hint: '', when, step: null },
            context,
            depth: depth + 1,
          })
        open.step = null
        continue
      }
      if (name !== '' && context.names.has(name)) reading.note(`${place}.name`, IMPORT_NOTES.refTwice(name))
      context.names.add(name)
      readQuestion(value, { place, title, hasCondition, open, context })
    }
}

interface Question {
  place: string
  title: string
  hasCondition: boolean
  open: Open
  context: Context
}

function readQuestion(value: Json, { place, title, hasCondition, open, context }: Question): void {
  const { reading, known, steps } = context
  const when = all(open.when, conditionOf(value, { at: place, title, context }))
  if (when === false) return reading.note(place, IMPORT_NOTES.neverAsked(title))
  if (asRules(when) === null) return reading.note(place, IMPORT_NOTES.tooLong(title))
  if (textIn(value, 'type') === 'html') {
    const html = reading.html(saidIn(value, 'html', reading.language), `${place}.html`, 'markup')
    if (html === '') return
    // A text goes above the question that follows it; otherwise it becomes a step to read.
    const step = newStep(textIn(value, 'name'), open, when)
    steps.push(Object.assign(step, { html }))
    open.step = hasCondition ? null : step
    return
  }
  const asks = askedBySurvey(value, { at: place, title, reading })
  if (asks.length === 0) return
  for (const { name, ...asked } of asks) if (!known.has(name)) known.set(name, asked)
  const found = asks.map(({ asked }) => asked)
  const isAlone = hasCondition || found.length > 1 || found[0]!.as === 'consent'
  if (open.step && !isAlone) return void open.step.asks.push(...found)
  const step = newStep(found[0]!.field, open, when)
  step.asks.push(...found)
  if (found.length > 1) step.title = title
  steps.push(step)
  open.step = isAlone ? null : step
}

/** A new step; the first one of a page gets its title and description. */
function newStep(called: string, open: Open, when: When) {
  const step = { called, asks: [] as ForeignQuestion[], html: '', title: open.title, hint: open.hint, when }
  open.title = ''
  open.hint = ''
  return step
}

/** Condition for showing it, with notes on what is lost. */
function conditionOf(
  of: Json,
  { at, title, context }: { at: string; title: string; context: Context },
): When {
  const { reading, known } = context
  const read = (word: string): When => {
    const text = textIn(of, word)
    if (text === '') return true
    const when = whenExpression(text, (name) => known.get(name))
    if (when === undefined) reading.note(`${at}.${word}`, IMPORT_NOTES.conditionLost(title, text))
    else if (word === 'enableIf') reading.note(`${at}.${word}`, IMPORT_NOTES.notGreyed(title))
    return when ?? true
  }
  const requiredIf = textIn(of, 'requiredIf')
  if (requiredIf !== '') reading.note(`${at}.requiredIf`, IMPORT_NOTES.requiredIfLost(title, requiredIf))
  return all(read('visibleIf'), read('enableIf'))
}

/** The survey's own language, whether it is translated into our other one, and its further languages. */
function languagesOf(document: Json): { language: Language; isTranslated: boolean; others: string[] } {
  const found = new Set<string>()
  const visit = (value: unknown, depth: number): void => {
    if (depth > 60 || typeof value !== 'object' || value === null) return
    if (isObject(value) && 'default' in value && Object.values(value).every((one) => typeof one === 'string'))
      for (const name of Object.keys(value)) found.add(name)
    for (const one of Object.values(value)) visit(one, depth + 1)
  }
  visit(document, 0)
  const language = textIn(document, 'locale') === 'es' ? 'es' : 'en'
  found.delete('default')
  found.delete(language)
  const isTranslated = found.delete(language === 'en' ? 'es' : 'en')
  return { language, isTranslated, others: [...found].filter((name) => /^[a-z]{2}(-[a-z]{2})?$/i.test(name)) }
}

function welcomeOf(document: Json, reading: Reading, title: string): ForeignForm['welcome'] {
  const text = reading.line(saidIn(document, 'description', reading.language), 'description', LANDING.text)
  return text === '' ? null : { title: title.slice(0, LANDING.title), text }
}

/** Source: schemas/flow/site.ts, the landing section. */
const LANDING = { title: 80, text: 160 }

/** Ends with a condition, then the one for everyone else. */
function endsOf(document: Json, { reading, known }: Context): ForeignEnd[] {
  const title = reading.fixed('thanks')
  const html = (of: Json, word: string, at: string) =>
    reading.html(saidIn(of, word, reading.language), at, 'markup')
  const conditional = objectsIn(document, 'completedHtmlOnCondition').flatMap(
    ({ value, index }): ForeignEnd[] => {
      const at = `completedHtmlOnCondition[${index}]`
      const text = textIn(value, 'expression')
      const when = whenExpression(text, (name) => known.get(name))
      if (when !== undefined && when !== false && asRules(when) !== null)
        return [{ title, html: html(value, 'html', at), when }]
      reading.note(at, IMPORT_NOTES.otherEnd(text))
      return []
    },
  )
  const address = textIn(document, 'navigateToUrl')
  if (address !== '') reading.note('navigateToUrl', IMPORT_NOTES.endRedirect(address))
  const last = html(document, 'completedHtml', 'completedHtml')
  return [...conditional, { title, html: last || reading.fixed('thanksText'), when: true }]
}

function noteBehavior(document: Json, reading: Reading): void {
  for (const { value, index } of objectsIn(document, 'triggers'))
    reading.note(`triggers[${index}]`, IMPORT_NOTES.behavior(`The trigger “${textIn(value, 'type')}”`))
  for (const { value, index } of objectsIn(document, 'calculatedValues'))
    reading.note(`calculatedValues[${index}]`, IMPORT_NOTES.variable(textIn(value, 'name')))
  if (textIn(document, 'logo') !== '') reading.note('logo', IMPORT_NOTES.picture)
}
