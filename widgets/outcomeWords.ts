import type { NotSold } from '../schemas/api.ts'
import type { Flow } from '../schemas/flow.ts'
import type { Fate } from '../src/flow/outcome.ts'

/** What a visitor reads of one fate of their details. */
export interface OutcomeLine {
  fate: Fate
  text: string
  /** What comes next, or why. */
  note: string
}

/** The outcome in words: one line for the buyers of one fate, but one for each buyer that has something of its own to come
 *  next. `notSold`: why leads of this visitor are kept. */
export function outcomeLines(
  { ui_config: { buyers = {} } }: Flow,
  fates: ReadonlyMap<string, Fate>,
  notSold: NotSold | null,
): OutcomeLine[] {
  const groups = new Map<string, { fate: Fate; names: string[]; own: string }>()
  for (const [key, fate] of fates) {
    const { name = key, next = CONTACT } = buyers[key] ?? {}
    const own = TAKEN.has(fate) ? next : ''
    const group = groups.get(fate + own) ?? { fate, names: [], own }
    group.names.push(name)
    groups.set(fate + own, group)
  }
  return Array.from(groups.values(), ({ fate, names, own }) => {
    const [text = '', note] = WORDS[fate].map((words) => words.replace('{}', () => LIST.format(names)))
    return { fate, text, note: note ?? (own || REASONS[notSold ?? 'request']) }
  })
}

/** The buyer has the details. */
const TAKEN: ReadonlySet<Fate> = new Set(['accepted', 'duplicate'])

const LIST = new Intl.ListFormat('en')

const CONTACT = 'They may contact you at the number or the address that you gave.'
const NO_CALL = 'Expect no call from them about it.'

/** {} stands for the buyers. Without a note it is what comes next with the buyer, or why the details are kept. */
const WORDS: Record<Fate, readonly string[]> = {
  accepted: ['{} received your details.'],
  duplicate: ['{} received your details earlier.'],
  due: ['Your details are on their way to {}.', 'Once they have them, they may contact you.'],
  sending: ['Your details are being sent.', 'You asked us to pass them on to {}.'],
  waiting: ['Your details are waiting to be sent to {}.', 'Until they are, expect no call.'],
  dead: ['Your details did not reach {}.', NO_CALL],
  rejected: ['{} did not take your request.', NO_CALL],
  kept: ['We keep your details and do not pass them on to {}.'],
  unfit: ['We did not pass your details on to {}.', 'Your answers do not fit what they look for.'],
  declined: ['We did not pass your details on to {}.', 'You did not ask for it.'],
}

const REASONS: Record<NotSold, string> = {
  gpc: 'Your browser asks us not to sell them (Global Privacy Control), so expect no call.',
  do_not_sell: 'You asked us not to sell them, so expect no call.',
  request: 'We were asked not to sell them, so expect no call.',
}
