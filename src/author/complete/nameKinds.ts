import { list, record, valueAt } from './shapes.ts'
import type { Path } from './cursor.ts'

/** Kind of name that a text of a flow refers to, from its path. `of` is the name's scope: the question of an answer, the offer of a
 *  step, or the field of a value. */
export type Naming =
  { kind: 'field' | 'question' | 'offer' | 'buyer' } | { kind: 'answer' | 'step' | 'value'; of: string }

export type NameKind = Naming['kind']

/** Kind of name at `at`; null if it is not a name. */
export function namingAt(document: unknown, at: Path): Naming | null {
  const last = at.at(-1)
  if (typeof last === 'number') {
    const kind = LISTS[String(at.at(-2))]
    return kind && at[0] !== 'constants_config' ? { kind } : null
  }
  const beside = record(valueAt(document, at.slice(0, -1)))
  const word = (key: string) => (typeof beside[key] === 'string' ? beside[key] : '')
  if (last === 'field' && at[0] === 'ui_config') return { kind: 'field' }
  if (last === 'to' && MAILS.has(String(at.at(-2)))) return { kind: 'field' }
  if (last === 'question_key') return { kind: 'question' }
  if (last === 'answer_id') return { kind: 'answer', of: word('question_key') }
  if (last === 'buyer' || last === 'seller') return { kind: 'buyer' }
  if (last === 'arg' && at.at(-3) === 'conditions') return { kind: 'value', of: word('field') }
  if (!at.includes('tracking_scripts')) return null
  if (last === 'value' && at.at(-2) === 'consent') return { kind: 'value', of: word('field') }
  if (last === 'offer') return { kind: 'offer' }
  return last === 'step' ? { kind: 'step', of: word('offer') } : null
}

/** Kind of name in the entries of a list, by the list's key. */
const LISTS: Partial<Record<string, 'field' | 'buyer' | 'offer'>> = {
  basic_fields: 'field',
  required_fields: 'field',
  from: 'field',
  personal: 'field',
  buyers: 'buyer',
  offer_order: 'offer',
}

/** Objects that have a field with an email address. */
const MAILS: ReadonlySet<string> = new Set(['email', 'come_back', 'confirm_lead'])

/** Kind of name that `at` declares rather than refers to, by its key or its text. `isKey` selects the key at that path. */
export function declaringAt(document: unknown, at: Path, isKey: boolean): Naming | null {
  if (isKey) {
    const [, kind] = KEYS.find(([way]) => way.length === at.length - 1 && matches(way, at)) ?? []
    if (kind === 'answer') return { kind, of: String(at[2]) }
    return kind ? { kind } : null
  }
  if (at[0] === 'constants_config' && (at.at(-1) === 'backend_field_name' || at.at(-1) === 'field'))
    return { kind: 'field' }
  if (at[0] === 'constants_config' && at.at(-1) === 'backend_field_value') {
    const answer = record(valueAt(document, at.slice(0, 5)))
    return { kind: 'value', of: String(answer['backend_field_name']) }
  }
  const isStep = at.length === 6 && at.at(-1) === 'name' && matches(['ui_config', 'offers', '*', 'steps'], at)
  return isStep ? { kind: 'step', of: String(at[2]) } : null
}

const KEYS: readonly (readonly [
  way: readonly string[],
  kind: 'question' | 'answer' | 'offer' | 'buyer' | 'field',
])[] = [
  [['constants_config', 'questions'], 'question'],
  [['constants_config', 'questions', '*', 'answers'], 'answer'],
  [['ui_config', 'offers'], 'offer'],
  [['ui_config', 'buyers'], 'buyer'],
  [['ui_config', 'fields'], 'field'],
]

function matches(way: readonly string[], at: Path): boolean {
  return way.every((part, index) => part === '*' || part === at[index])
}

/** Elements of a step, with groups replaced by their contents. */
export function elementsOf(step: unknown): Record<string, unknown>[] {
  const within = (elements: unknown): Record<string, unknown>[] =>
    list(elements).flatMap((element) =>
      record(element)['widget'] === 'group' ? within(record(element)['elements']) : [record(element)],
    )
  return within(record(step)['questions'])
}
