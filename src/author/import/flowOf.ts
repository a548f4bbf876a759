import type { Element } from '../../../schemas/elements/element.ts'
import type { Buyer, FlowDocument, Languages, Question, Step } from '../../../schemas/flow/flow.ts'
import { AT_MOST } from '../../../schemas/kernel/atMost.ts'
import { flowTexts } from '../../flow/languages/flowTexts.ts'
import { IMPORT_NOTES } from './importNotes.ts'
import { questionParts } from './questionParts.ts'
import { fieldNames } from './fieldNames.ts'
import type { ForeignQuestion, ForeignEnd, ForeignForm, ForeignStep } from './foreignForm.ts'
import type { Reading } from './reading.ts'
import { answered, asRules } from './when.ts'

/** The form as a flow on an existing site: its brand, legal texts and tracking stay. Its buyers do not get the form's answers, as
 *  visitors did not agree to that. */
export function flowOf(form: ForeignForm, base: FlowDocument, reading: Reading): FlowDocument {
  const stepNames = fieldNames()
  const questions: Record<string, Question> = {}
  const asked = form.steps.flatMap(({ asks }) => asks)
  // A minor cannot consent to calls.
  const isAdult = asked.some(({ as }) => as === 'consent')
  const steps = form.steps.map((step) =>
    stepOf(step, { name: stepNames.take(step.called), questions, isAdult, reading }),
  )
  const lead = leadOf(asked)
  const { ui_config } = base
  if (lead && Object.keys(ui_config.buyers ?? {}).some((key) => key !== BUYER))
    reading.note('', IMPORT_NOTES.buyersKept)
  const contacts = CONTACTS.filter((field) => asked.some((one) => one.field === field))
  const { languages: _, ...own } = ui_config
  const hasOpening = own.site.landing !== undefined || own.site.promise !== undefined
  if (form.welcome && hasOpening) reading.note('', IMPORT_NOTES.landingKept)
  return withWords(
    {
      $schema: base.$schema,
      constants_config: { questions },
      ui_config: {
        ...own,
        title: form.title,
        site: {
          ...ui_config.site,
          ...(form.welcome && !hasOpening && { landing: landingOf(form.welcome) }),
        },
        basic_fields: contacts,
        fields: Object.fromEntries(
          (form.parameters ?? []).map(({ field, parameter }) => [
            field,
            { compute: 'address_parameter', parameter },
          ]),
        ),
        buyers: lead ? { [BUYER]: lead.buyer } : {},
        offers: {
          main: {
            name: reading.fixed('main'),
            real: true,
            design: 'plain',
            steps: [...steps, ...(lead ? [lead.step] : [])],
          },
          end: {
            name: reading.fixed('thanks'),
            real: false,
            design: 'thank_you',
            steps: endSteps(form.ends, { sends: lead !== null, reading }),
          },
        },
      },
      offer_order: ['main', 'end'],
    },
    base,
    reading,
  )
}

const CONTACTS = ['first_name', 'last_name', 'email', 'phone']
const BUYER = 'example_team'

function landingOf({ title, text }: NonNullable<ForeignForm['welcome']>) {
  return { title, ...(text !== '' && { text }) }
}

function stepOf(
  step: ForeignStep,
  {
    name,
    questions,
    isAdult,
    reading,
  }: { name: string; questions: Record<string, Question>; isAdult: boolean; reading: Reading },
): Step {
  const { asks, title, hint, html, button, when } = step
  const parts = asks.map((asked) => questionParts({ ...asked, isAdult }, asks.length === 1, reading))
  asks.forEach(({ field }, index) => (questions[field] = parts[index]!.question))
  const rules = asRules(when) ?? []
  const isLeft = parts.some(({ leaves }) => leaves)
  const elements: Element[] = [
    ...(html ? [{ type: 'container' as const, widget: 'html' as const, html }] : []),
    ...parts.flatMap(({ elements }) => elements),
    ...(isLeft ? [] : [{ type: 'submit' as const, text: button || reading.fixed('continue') }]),
  ]
  // The hint of a question on its own becomes the hint of the step.
  const [only] = asks.length === 1 && asks[0]!.as !== 'consent' ? asks : []
  const line = hint ?? (isLeft ? only?.hint : undefined)
  const heading = title || headingOf(asks, reading)
  return {
    name,
    ...(heading !== undefined && { title: heading }),
    ...(line && { hint: line }),
    ...(rules.length > 0 && { display_rules: rules }),
    questions: elements,
  }
}

/** Heading for a step without one, unless the label of its first question works for all of it. */
function headingOf(asks: readonly ForeignQuestion[], reading: Reading): string | undefined {
  const [first, ...others] = asks
  if (!first) return reading.fixed('read')
  if (others.length > 0) return reading.fixed('several')
  // Avoids the same text above and below.
  return first.as === 'consent' && first.hint === first.label ? reading.fixed('agreeHeading') : undefined
}

/** Notes on what happens to a form's answers, whatever the site. */
export function noteLead({ steps }: ForeignForm, reading: Reading): void {
  const kinds = new Set(steps.flatMap(({ asks }) => asks.map(({ as }) => as)))
  if (!kinds.has('consent')) reading.note('', IMPORT_NOTES.noConsent)
  else if (!kinds.has('phone')) reading.note('', IMPORT_NOTES.noPhone)
  if (kinds.has('consent') && kinds.has('birthday')) reading.note('', IMPORT_NOTES.onlyAdults)
}

/** Step that sends the answers to a buyer, for visitors who gave every consent and can be called; null if the form asks for either no
 *  consent or no phone number. */
function leadOf(asked: readonly ForeignQuestion[]): { step: Step; buyer: Buyer } | null {
  const consents = asked.filter(({ as }) => as === 'consent').map(({ field }) => field)
  const phone = asked.find(({ as }) => as === 'phone')
  if (consents.length === 0 || !phone) return null
  const contacts = asked.filter(({ field }) => CONTACTS.includes(field)).map(({ field }) => field)
  const needed = [...new Set([...contacts, phone.field, ...consents])]
  return {
    step: {
      name: 'send',
      type: 'hidden',
      execute_actions: [
        {
          name: 'send_lead',
          buyers: [BUYER],
          rules: [{ operator: 'and', conditions: needed.map(answered) }],
        },
      ],
      questions: [],
    },
    buyer: { name: 'Example Team', required_fields: needed },
  }
}

function endSteps(
  ends: readonly ForeignEnd[],
  { sends, reading }: { sends: boolean; reading: Reading },
): Step[] {
  const names = fieldNames()
  const all: readonly ForeignEnd[] =
    ends.length > 0
      ? ends
      : [{ title: reading.fixed('thanks'), html: reading.fixed('thanksText'), when: true }]
  return all.map(({ title, html, when }, index) => {
    const rules = index === all.length - 1 ? [] : (asRules(when) ?? [])
    return {
      name: names.take('thanks'),
      title: title || reading.fixed('thanks'),
      ...(rules.length > 0 && { display_rules: rules }),
      questions: [
        ...(sends ? [{ type: 'container' as const, widget: 'outcome' as const }] : []),
        ...(html === '' ? [] : [{ type: 'container' as const, widget: 'html' as const, html }]),
      ],
    }
  })
}

/** Adds the words of its other language, if the form has one. The site's own texts keep the translations that the site had. */
function withWords(flow: FlowDocument, base: FlowDocument, reading: Reading): FlowDocument {
  const { language, words } = reading
  const other = language === 'en' ? 'es' : 'en'
  const isEnglish = (base.ui_config.languages?.default ?? 'en') === 'en'
  if (language === 'es' && isEnglish) reading.note('', IMPORT_NOTES.siteWords)
  if (!reading.isTranslated) return language === 'en' ? flow : inLanguages(flow, { default: language })
  const known = { ...base.ui_config.languages?.[other], ...Object.fromEntries(words) }
  const texts = flowTexts(flow).filter(({ use, text }) => use === 'words' && /\p{L}/u.test(text))
  const all = [...new Set(texts.map(({ text }) => text))].slice(0, AT_MOST.words)
  const same = all.filter((text) => !Object.hasOwn(known, text)).length
  if (same > 0) reading.note('', IMPORT_NOTES.wordsSame(same))
  const said = Object.fromEntries(all.map((text) => [text, Object.hasOwn(known, text) ? known[text]! : text]))
  return inLanguages(flow, { default: language, [other]: said })
}

function inLanguages(flow: FlowDocument, languages: Languages): FlowDocument {
  return { ...flow, ui_config: { ...flow.ui_config, languages } }
}
