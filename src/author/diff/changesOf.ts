import type { FlowChange } from '../../../schemas/author/diff.ts'
import type { Case, Redirect } from '../../../schemas/elements/element.ts'
import type { Flow, Offer, Step } from '../../../schemas/flow/flow.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { stepTitle } from '../../flow/form.ts'
import { DIFF_WORDS } from '../words/diffWords.ts'
import { rulesText } from '../kernel/ruleWords.ts'
import { wordsIn } from '../kernel/wordsIn.ts'
import { consentChanges, consentTexts } from './consentChanges.ts'
import { differences, type Difference } from './differences.ts'
import { isOfLead, leadChanges } from './leadChanges.ts'

/** Differences between `before` and `after` in words, by subject. Two flows without a change are the same document, except for $schema.
 *  Both conform to the flow schema. */
export function changesOf(before: Flow, after: Flow): FlowChange[] {
  const plain = ({ constants_config, ui_config, offer_order }: Flow) => ({
    offer_order,
    constants_config,
    ui_config,
  })
  const all = differences(plain(before), plain(after), namesOf)
  const flows = { before, after }
  const leads = leadChanges(before, after)
  const words = [...consentChanges(before, after), ...leads]
  const resent = new Set(leads.map(({ at }) => at[2]!))
  const texts = new Set([before, after].flatMap((flow) => [...consentTexts(flow)]))
  const said = new Set(words.filter(({ subject }) => subject === 'consent').map(({ at }) => at.join()))
  const found = all.flatMap(withParts).filter(
    ({ kind, at }) =>
      // Who gets leads is said by buyer; the order of buyers is not.
      (kind === 'moved' || !isOfLead(at) || !resent.has(at[2]!)) &&
      // A new offer is one change, although its key is also in the order.
      (at[0] !== 'offer_order' || kind === 'moved' || !isWholeOffer(all, at[1])) &&
      // Consents are compared in the form that visitors read.
      !said.has(at.join()) &&
      !(at[1] === 'languages' && texts.has(at[3] ?? '')),
  )
  return [...words, ...found.map((difference) => changeOf(difference, flows))].sort(
    (a, b) => SUBJECTS.indexOf(a.subject) - SUBJECTS.indexOf(b.subject),
  )
}

/** A difference, and those of a whole offer's or step's parts that decide what it does: its steps, their rules and actions. */
function withParts(difference: Difference): Difference[] {
  const { kind, at, before, after } = difference
  if (kind !== 'added' && kind !== 'removed') return [difference]
  const whole = after ?? before
  const part = (value: unknown, ...more: string[]): Difference => ({
    kind,
    at: [...at, ...more],
    before: kind === 'removed' ? value : undefined,
    after: kind === 'added' ? value : undefined,
  })
  const list = (name: string, parts: readonly unknown[]) => {
    const names = namesOf([...at, name], parts) ?? []
    return names.map((one, index) => part(parts[index], name, one))
  }
  if (at[1] === 'offers' && at.length === 3)
    return [difference, ...list('steps', (whole as Offer).steps).flatMap(withParts)]
  if (at[1] === 'offers' && at[3] === 'steps' && at.length === 5) {
    const { display_rules = [], execute_actions = [] } = whole as Step
    const rules = display_rules.length > 0 ? [part(display_rules, 'display_rules')] : []
    return [difference, ...rules, ...list('execute_actions', execute_actions)]
  }
  return [difference]
}

function isWholeOffer(all: readonly Difference[], key: string | undefined): boolean {
  return all.some(
    ({ at: [, list, offer, ...rest] }) => list === 'offers' && offer === key && rest.length === 0,
  )
}

const SUBJECTS = Object.keys(DIFF_WORDS.subjects)

interface Flows {
  before: Flow
  after: Flow
}

function changeOf(difference: Difference, flows: Flows): FlowChange {
  const { kind, at } = difference
  const { subject, place } = subjectOf(difference)
  const change = { kind, subject, at: [...at], place }
  if (kind === 'moved') return { ...change, before: null, after: newPlace(at, flows.after) }
  const words = (value: unknown, flow: Flow) => (value === undefined ? null : wordsOf(value, at, flow))
  return {
    ...change,
    before: words(difference.before, flows.before),
    after: words(difference.after, flows.after),
  }
}

/** Names that tell the parts of each list apart. */
function namesOf(at: readonly string[], list: readonly unknown[]): readonly string[] | null {
  const names = list.map((part) => {
    if (typeof part === 'string') return part
    if (at.at(-1) === 'cases') return DIFF_WORDS.caseWhen(rulesText((part as Case).display_rules))
    const { name, document, backend_field_value, ...element } = part as Record<string, string>
    switch (at.at(-1)) {
      case 'options':
        return backend_field_value!
      case 'footer':
        return document!
      case 'steps':
      case 'execute_actions':
      case 'local':
        return name!
      case 'questions':
      case 'elements':
        return elementName(element)
      default:
        return null
    }
  })
  return names.some((name) => name === null || name === undefined) ? null : unique(names as string[])
}

/** Names an element by what it asks, and a container by its kind. */
function elementName({ type, widget = type, question_key, answer_id }: Record<string, string>): string {
  return [widget, question_key, answer_id].filter((part) => part !== undefined).join(' ')
}

function unique(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** Members that a visitor reads. */
const TEXTS = new Set(
  'title hint label text html caption placeholder body alt question quote source'.split(' '),
)

function subjectOf({ at }: Difference): Pick<FlowChange, 'subject' | 'place'> {
  const [first, second, key = '', ...rest] = at
  const last = at.at(-1)!
  if (first === 'offer_order') return { subject: 'offer', place: DIFF_WORDS.offer(second ?? '') }
  if (first === 'constants_config') {
    const isText = TEXTS.has(last) && rest.length > 0
    return {
      subject: isText ? 'text' : 'question',
      place: [DIFF_WORDS.question(key), ...rest.filter((part) => part !== 'answers')].join(', '),
    }
  }
  if (second === 'buyers') return { subject: 'buyer', place: [DIFF_WORDS.buyer(key), ...rest].join(', ') }
  if (second !== 'offers')
    return { subject: second === 'site' ? 'site' : 'setting', place: at.slice(1).join(', ') }
  const [list, step, part, ...more] = rest
  if (list !== 'steps' || step === undefined)
    return { subject: 'offer', place: [DIFF_WORDS.offer(key), ...rest].join(', ') }
  const name = DIFF_WORDS.step(`${key}/${step}`)
  if (part === undefined) return { subject: 'step', place: name }
  if (part === 'display_rules') return { subject: 'rule', place: `${name}, ${DIFF_WORDS.shownWhen}` }
  if (part === 'execute_actions') {
    const isRule = last === 'rules'
    const place = [name, ...(isRule ? [...more.slice(0, -1), DIFF_WORDS.doneWhen] : more)].join(', ')
    return { subject: isRule ? 'rule' : 'action', place }
  }
  const inCases = more.indexOf('cases')
  if (inCases >= 0) {
    const within = more.slice(inCases + 1).map((word) => (word === 'redirect' ? DIFF_WORDS.leadsTo : word))
    return { subject: 'end', place: [name, ...within.filter((word) => word !== 'html')].join(', ') }
  }
  if (last === 'display_rules')
    return { subject: 'end', place: [name, ...more.slice(0, -1), DIFF_WORDS.shownWhen].join(', ') }
  if (TEXTS.has(last)) return { subject: 'text', place: [name, ...more.slice(0, -1), last].join(', ') }
  if (part === 'questions') return { subject: 'element', place: [name, ...more].join(', ') }
  return { subject: 'step', place: [name, part, ...more].join(', ') }
}

/** A value in words: rules as sentences, parts by the names that visitors or operators see, everything else as JSON. */
function wordsOf(value: unknown, at: readonly string[], flow: Flow): string {
  const last = at.at(-1)!
  if (last === 'display_rules' || last === 'rules') return rulesText(value as Rule[]) || DIFF_WORDS.always
  if (typeof value === 'string') return `"${value}"`
  if (typeof value !== 'object' || value === null) return String(value)
  if (last === 'redirect') return redirectWords(value as Redirect)
  if (last === 'cases') return (value as Case[]).map(({ html }) => `"${wordsIn(html)}"`).join(' | ')
  const list = at.at(-2)
  const part = value as Record<string, string>
  if (list === 'steps') return `"${titleOf(value as Step, flow)}"`
  const called = part['label'] ?? part['name'] ?? part['text'] ?? part['question'] ?? part['html']
  return called === undefined ? JSON.stringify(value) : `"${called}"`
}

function redirectWords({ text, link, buyer }: Redirect): string {
  const page = [buyer !== undefined && DIFF_WORDS.ownPage(buyer), link].filter(Boolean).join(' / ')
  return `"${text}" (${page})`
}

function titleOf(step: Step, flow: Flow): string {
  return step.type === 'hidden' ? step.name : stepTitle(flow, step)
}

/** The part of its list that something now follows. */
function newPlace(at: readonly string[], flow: Flow): string {
  const path = at.slice(0, -1)
  let list: unknown = flow
  for (const [index, key] of path.entries())
    list = Array.isArray(list)
      ? list[namesOf(path.slice(0, index), list)!.indexOf(key)]
      : (list as Record<string, unknown>)[key]
  const names = namesOf(path, list as unknown[])!
  const before = names[names.indexOf(at.at(-1)!) - 1]
  return before === undefined ? DIFF_WORDS.first : DIFF_WORDS.after(before)
}
