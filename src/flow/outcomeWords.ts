import type { NotSold } from '../../schemas/visitor/sessions.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Fate } from './outcome.ts'
import { says } from './languages/language.ts'

/** Text for a visitor about one fate of their details. */
export interface OutcomeLine {
  fate: Fate
  text: string
  /** Next step, or reason. */
  note: string
}

/** The outcome in words: one line for the buyers of one fate, but a separate line for each buyer with its own next step. `notSold` is
 *  the reason why leads of this visitor are kept. */
export function outcomeLines(
  flow: Flow,
  fates: ReadonlyMap<string, Fate>,
  notSold: NotSold | null,
): OutcomeLine[] {
  const { CONTACT, FATE_WORDS, LISTED, NEXT, NOT_SOLD } = says(flow)
  const { buyers = {} } = flow.ui_config
  const groups = new Map<string, { fate: Fate; names: string[]; own: string }>()
  for (const [key, fate] of fates) {
    const { name = key, next } = buyers[key] ?? {}
    const own = fate === 'accepted' ? (next === undefined ? CONTACT : `${NEXT} ${next}`) : ''
    const group = groups.get(fate + own) ?? { fate, names: [], own }
    group.names.push(name)
    groups.set(fate + own, group)
  }
  return Array.from(groups.values(), ({ fate, names, own }) => {
    const [text = '', note] = FATE_WORDS[fate].map((words) => words.replace('{}', () => LISTED(names)))
    return { fate, text, note: note ?? (own || NOT_SOLD[notSold ?? 'request']) }
  })
}
