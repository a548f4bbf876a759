import type { Edit } from 'jsonc-parser'
import type { Step } from '../../../schemas/flow/flow.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import type { Path } from '../complete/cursor.ts'
import { elementsOf } from '../complete/nameKinds.ts'
import { list, record, valueAt } from '../complete/shapes.ts'
import { buyersOfSteps } from '../forms/labels.ts'
import type { ReadText } from '../forms/readText.ts'
import { editsTo } from '../forms/textEdits.ts'
import { READY_WORDS as WORDS } from './readyStepWords.ts'
import {
  askingFor,
  consentTo,
  freeName,
  inEnglish,
  inSpanish,
  partiesOf,
  placeBehind,
  translated,
  withRefusal,
} from './editSteps.ts'
import { READY_STEPS } from './readySteps.ts'
import { fieldsIn } from './renameField.ts'
import { goesOn } from './stepsOf.ts'

/** Parts of a flow that can be added as they are, and are more, or less, than a step that asks something. */
export type PartKey = keyof typeof WORDS.parts

/** Choices of the author that a part depends on. */
export interface PartGiven {
  /** Key of a buyer, or the name of a new one. */
  buyer?: { key: string } | { name: string }
  /** Name of a new offer. */
  offer?: string
}

export interface AddedPart {
  edits: Edit[]
  /** Path of what was added. */
  at: Path
  /** Its name. */
  name: string
  /** Fields that it uses as they are already asked for. */
  reuses: string[]
}

/** Adds a part after the step at `after`. Null if it has no place in this flow; see `whyNoPlace`. */
export function addPart(read: ReadText, key: PartKey, after: Path, given: PartGiven = {}): AddedPart | null {
  if (whyNoPlace(read, key, after) !== null) return null
  const draft: Draft = { changed: structuredClone(read.document), fields: fieldsIn(read.text) }
  const added = PARTS[key](draft, after, given)
  if (!added) return null
  const { parties = [], ...part } = added
  return { reuses: [], ...part, edits: editsTo(read, translated(draft.changed, read.document, parties)) }
}

/** Reason why a part can't be added after a step; null if it can. */
export function whyNoPlace({ document }: ReadText, key: PartKey, after: Path): string | null {
  if (key === 'sellers' && buyersOfSteps(valueAt(document, after.slice(0, -1))).length === 0)
    return WORDS.noPlace.sellers
  if (key === 'result' && !endOf(document)) return WORDS.noPlace.result
  if (key === 'faq' && !valueAt(document, after)) return WORDS.noPlace.faq
  return null
}

/** A document that is being changed. */
interface Draft {
  changed: unknown
  /** Fields that it asks for or computes. */
  fields: readonly string[]
}

type Added = Omit<AddedPart, 'edits' | 'reuses'> & {
  reuses?: string[]
  /** Names in each consent that is new. */
  parties?: string[][]
}

const PARTS: Record<PartKey, (draft: Draft, after: Path, given: PartGiven) => Added | null> = {
  send({ changed, fields }, after, { buyer }) {
    if (!buyer) return null
    const key = 'key' in buyer ? buyer.key : newBuyer(changed, buyer.name, fields)
    const before = partiesOf(changed, after)
    const placed = placeBehind(changed, after, 'send')
    insert(changed, placed, sending(placed.name, key))
    const now = new Set([...before, ...partiesOf(changed, after)])
    nameInConsents(changed, after, { before, now: [...now] })
    return placed
  },

  sellers({ changed }, after) {
    const offer = String(after[2])
    const steps = list(valueAt(changed, after.slice(0, -1)))
    const buyers = record(valueAt(changed, ['ui_config', 'buyers']))
    const keys = buyersOfSteps(steps)
    const questions = record(valueAt(changed, QUESTIONS))
    const question = freeName('sellers', new Set(Object.keys(questions)))
    const previous = valueAt(changed, after)
    const replaced = withoutConsents(questions, steps)
    const site = siteName(changed)
    const parties = keys.map((key) => [site, String(record(buyers[key])['name'])])
    const field = (key: string) => `${offer}_${key}_consent`.slice(0, 64)
    questions[question] = {
      label: WORDS.sellersTitle,
      answers: Object.fromEntries(
        keys.map((key, index) => [
          key,
          {
            backend_field_name: field(key),
            backend_field_value: consentTo(WORDS.sellerConsent, parties[index]!),
          },
        ]),
      ),
    }
    for (const key of keys) {
      const buyer = record(buyers[key])
      const required = list(buyer['required_fields']).filter((one) => !replaced.has(String(one)))
      buyer['required_fields'] = [...required, field(key)]
    }
    const place = steps.indexOf(previous)
    const placed = placeBehind(
      changed,
      [...after.slice(0, -1), place < 0 ? Number(after.at(-1)) : place],
      'sellers',
    )
    insert(changed, placed, {
      name: placed.name,
      hint: WORDS.sellersHint,
      questions: [
        ...keys.map((key) => ({
          type: 'container' as const,
          widget: 'consent' as const,
          question_key: question,
          answer_id: key,
          seller: key,
        })),
        { type: 'submit', text: WORDS.next },
      ],
    })
    return { ...placed, parties }
  },

  result({ changed }) {
    const at = endOf(changed)!
    const elements = list(valueAt(changed, [...at, 'questions']))
    const cases = [
      {
        display_rules: [
          { operator: 'and', conditions: [{ field: 'lead.outcome', condition: 'eq', arg: 'accepted' }] },
        ],
        html: WORDS.resultSold,
      },
      { html: WORDS.resultOther },
    ]
    elements.push({ type: 'container', widget: 'result', cases })
    return { at: [...at, 'questions', elements.length - 1], name: nameAt(changed, at) }
  },

  faq({ changed }, after) {
    const elements = list(valueAt(changed, [...after, 'questions']))
    const entries = [{ question: WORDS.faqQuestion, html: WORDS.faqAnswer }]
    elements.push({ type: 'container', widget: 'faq', entries })
    return { at: [...after, 'questions', elements.length - 1], name: nameAt(changed, after) }
  },

  offer({ changed, fields }, _after, { offer: name = '', buyer }) {
    if (!buyer || name.trim() === '') return null
    const offers = record(valueAt(changed, ['ui_config', 'offers']))
    const questions = record(valueAt(changed, QUESTIONS))
    const offer = freeName(keyOf(name), new Set(Object.keys(offers)))
    const wanted = freeName(`${offer}_wanted`, new Set([...Object.keys(questions), ...fields]))
    const contact = freeName(`${offer}_contact`, new Set(Object.keys(questions)))
    const asksPhone = !fields.includes('phone')
    const buyerKey = 'key' in buyer ? buyer.key : newBuyer(changed, buyer.name, fields)
    const parties = [siteName(changed), nameAt(changed, ['ui_config', 'buyers', buyerKey])]
    questions[wanted] = {
      label: WORDS.offerAsks,
      answers: Object.fromEntries(
        (['yes', 'no'] as const).map((value) => [
          value,
          { backend_field_name: wanted, backend_field_value: value },
        ]),
      ),
    }
    const { step, question } = READY_STEPS.phone
    const { value: phone, consent } = question!.asks.answers
    questions[contact] = {
      label: asksPhone ? WORDS.asks.phone : WORDS.offerConsentTitle,
      answers: {
        ...(asksPhone && { value: phone }),
        consent: {
          ...consent,
          backend_field_name: `${offer}_consent`,
          backend_field_value: consentTo(WORDS.consent, parties),
        },
        ...(!asksPhone && {
          declined: { backend_field_name: `${offer}_declined`, backend_field_value: 'yes' },
        }),
      },
    }
    const consentOnly = step.questions.filter((one) => !('answer_id' in one) || one.answer_id !== 'value')
    const required = list(
      record(record(valueAt(changed, ['ui_config', 'buyers']))[buyerKey])['required_fields'],
    )
      .map(String)
      .filter((field) => fields.includes(field) && !(asksPhone && field === 'phone'))
    const isWanted: Rule = { operator: 'and', conditions: [{ field: wanted, condition: 'eq', arg: 'yes' }] }
    const steps: Step[] = [
      {
        name: 'wanted',
        questions: (['yes', 'no'] as const).map((answer_id) => ({
          type: 'container',
          widget: 'choice',
          submit: true,
          question_key: wanted,
          answer_id,
          text: WORDS[answer_id],
          icon: answer_id,
        })),
      },
      {
        name: 'contact',
        hint: WORDS.hints.phone,
        display_rules: [isWanted],
        questions: asksPhone
          ? askingFor(step.questions, contact)
          : withRefusal(askingFor(consentOnly, contact), contact),
      },
      { ...sending('send', buyerKey), display_rules: answered([`${offer}_consent`, ...required]) },
    ]
    offers[offer] = { name: name.trim(), real: true, design: 'plain', steps }
    const order = list(valueAt(changed, ['offer_order']))
    const last = list(record(offers[String(order.at(-1))])['steps'])
    order.splice(last.some(goesOn) ? order.length : order.length - 1, 0, offer)
    return {
      at: ['ui_config', 'offers', offer, 'steps', 0],
      name: name.trim(),
      reuses: asksPhone ? [] : ['phone'],
      parties: [parties],
    }
  },
}

const QUESTIONS: Path = ['constants_config', 'questions']

function insert(changed: unknown, { list: at, index }: { list: Path; index: number }, step: Step): void {
  list(valueAt(changed, at)).splice(index, 0, step)
}

/** Rules that hold once all of these fields are answered. */
function answered(fields: readonly string[]): Rule[] {
  return fields.length === 0
    ? []
    : [
        {
          operator: 'and',
          conditions: fields.map((field) => ({ field, condition: 'neq' as const, arg: null })),
        },
      ]
}

function sending(name: string, buyer: string): Step {
  return { name, type: 'hidden', execute_actions: [{ name: 'send_lead', buyers: [buyer] }], questions: [] }
}

/** Adds a buyer that needs what visitors are asked of their contact details, and returns its key. */
function newBuyer(changed: unknown, name: string, fields: readonly string[]): string {
  const config = record(valueAt(changed, ['ui_config']))
  const buyers = (config['buyers'] ??= {}) as Record<string, unknown>
  const key = freeName(keyOf(name), new Set(Object.keys(buyers)))
  const contact = ['first_name', 'last_name', 'email', 'phone'].filter((field) => fields.includes(field))
  buyers[key] = { name: name.trim(), required_fields: contact.length > 0 ? contact : ['phone'] }
  return key
}

/** Names the buyers in the consents of an offer that named all of them, in every language. */
function nameInConsents(
  changed: unknown,
  step: Path,
  { before, now }: { before: readonly string[]; now: readonly string[] },
): void {
  const lists = [before, before.slice(1)].map((names, from) => [names, now.slice(from)] as const)
  const renamed = (text: string, join: (names: readonly string[]) => string) => {
    const found = lists.find(([names]) => names.length > 0 && text.includes(join(names)))
    return found ? text.replaceAll(join(found[0]), () => join(found[1])) : text
  }
  const questions = record(valueAt(changed, QUESTIONS))
  const languages = Object.values(record(valueAt(changed, ['ui_config', 'languages']))).map(record)
  for (const { question_key, answer_id, widget } of list(valueAt(changed, step.slice(0, -1))).flatMap(
    elementsOf,
  )) {
    if (widget !== 'consent') continue
    const answer = record(record(record(questions[String(question_key)])['answers'])[String(answer_id)])
    const text = String(answer['backend_field_value'])
    const next = renamed(text, inEnglish)
    if (next === text) continue
    answer['backend_field_value'] = next
    for (const words of languages) {
      const said = words[text]
      if (typeof said === 'string') words[next] = renamed(said, inSpanish)
    }
  }
}

/** Removes the consents for all buyers from steps, and their answers. Returns the fields that recorded them. */
function withoutConsents(questions: Record<string, unknown>, steps: unknown[]): Set<string> {
  const fields = new Set<string>()
  const isAnyway = (step: unknown) => record(step)['type'] === 'call_anyway'
  for (const step of steps) {
    const elements = list(record(step)['questions'])
    const consents = elementsOf(step).filter(
      (each) => each['widget'] === 'consent' && each['seller'] === undefined,
    )
    for (const { question_key, answer_id } of consents) {
      const answers = record(record(questions[String(question_key)])['answers'])
      fields.add(String(record(answers[String(answer_id)])['backend_field_name']))
      delete answers[String(answer_id)]
    }
    if (consents.length === 0) continue
    const kept = elements.filter((element) => !consents.includes(record(element)))
    elements.splice(0, elements.length, ...kept)
    // Its design sets a consent apart.
    delete record(step)['design']
  }
  // It asks for a consent to all buyers, too.
  steps.splice(0, steps.length, ...steps.filter((step) => !isAnyway(step)))
  return fields
}

/** Path of the last step of a flow, if it ends it. */
function endOf(document: unknown): Path | null {
  const offer = String(list(valueAt(document, ['offer_order'])).at(-1))
  const steps = list(valueAt(document, ['ui_config', 'offers', offer, 'steps']))
  const isEnd = steps.length > 0 && !goesOn(steps.at(-1)) && record(steps.at(-1))['type'] !== 'hidden'
  return isEnd ? ['ui_config', 'offers', offer, 'steps', steps.length - 1] : null
}

function nameAt(document: unknown, at: Path): string {
  return String(record(valueAt(document, at))['name'])
}

function siteName(document: unknown): string {
  return nameAt(document, ['ui_config', 'site'])
}

/** Key made of a name: "Home Warranty" becomes home_warranty. */
function keyOf(name: string): string {
  const key = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 40)
  return /^[a-z]/.test(key) ? key : `x_${key}`
}
