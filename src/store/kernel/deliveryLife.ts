import type { DeliveryState } from '../../../schemas/buyer/buyer.ts'
import type { HeldReason } from '../../../schemas/buyer/limits.ts'

/** Life of a delivery, as a table of what each event does in each stage. The store's rules change the columns below only by way of this
 *  table: one delivery by `moved`, several at once by `moveSql`. docs/architecture.md draws it. */

/** Columns of a delivery that change together. Times are epoch ms. */
export interface LifeColumns {
  state: DeliveryState
  attempts: number
  /** True while a process has the delivery in flight. */
  under_way: boolean
  /** Time of the next attempt; null if there will be none. */
  due_at: number | null
  /** Time since which it counts toward the buyer's caps; null if it doesn't. */
  placed_at: number | null
  placed_cents: number
  /** True if the buyer may have bought it without our hearing of it. */
  unsure: boolean
  /** True if an operator sends it although it is a duplicate. */
  insisted: boolean
  /** Reason that it waits, or was never sent. */
  held: HeldReason | null
  held_since: number | null
  held_message: string | null
  /** Delivery by which the same person was sold to this buyer. */
  duplicate_of: number | null
}

/** The stored state, and what else tells stages of that state apart. */
interface Traits {
  state: DeliveryState
  under_way: boolean
  /** Set if stages differ by it. */
  isHeld?: boolean
  isUnsure?: boolean
}

/** Stages of a delivery. One that was accepted or suppressed while in flight stays in flight until that attempt ends. `probablySold`: it
 *  isn't sent again, and the buyer may have bought it, so an operator settles it; `suppressedInDoubt` is the same for a visitor who took
 *  the consent back or was forgotten. */
export const STAGES = {
  due: { state: 'due', under_way: false, isHeld: false },
  held: { state: 'due', under_way: false, isHeld: true },
  sending: { state: 'due', under_way: true },
  accepted: { state: 'accepted', under_way: false },
  acceptedSending: { state: 'accepted', under_way: true },
  duplicate: { state: 'duplicate', under_way: false },
  rejected: { state: 'rejected', under_way: false },
  dead: { state: 'dead', under_way: false, isUnsure: false },
  probablySold: { state: 'dead', under_way: false, isUnsure: true },
  suppressed: { state: 'suppressed', under_way: false, isUnsure: false },
  suppressedInDoubt: { state: 'suppressed', under_way: false, isUnsure: true },
  suppressedSending: { state: 'suppressed', under_way: true },
} as const satisfies Record<string, Traits>

export type Stage = keyof typeof STAGES

/** Stage in which a delivery begins. */
export const FIRST = STAGES.due

const ALL_STAGES = Object.keys(STAGES) as Stage[]

export function stageOf({
  state,
  under_way,
  held,
  unsure,
}: Pick<LifeColumns, 'state' | 'under_way' | 'held' | 'unsure'>): Stage {
  const stage = ALL_STAGES.find((stage) => {
    const traits: Traits = STAGES[stage]
    const isHeld = traits.isHeld ?? held !== null
    const isUnsure = traits.isUnsure ?? unsure
    return (
      traits.state === state &&
      traits.under_way === under_way &&
      isHeld === (held !== null) &&
      isUnsure === unsure
    )
  })
  if (!stage) throw new Error(`A delivery is ${state} and ${under_way ? 'in flight' : 'not in flight'}.`)
  return stage
}

/** Effects that set columns, to nothing or to what comes with the event. */
const ASSIGNMENTS = {
  wait: { due_at: 'given' },
  hold: { held: 'given', held_since: 'given', held_message: 'given' },
  release: { held: null, held_since: null, held_message: null },
  unmark: { duplicate_of: null },
  insist: { insisted: 'given' },
} as const satisfies Record<string, Partial<Record<keyof LifeColumns, 'given' | null>>>

type Assignment = keyof typeof ASSIGNMENTS

/** Effects beyond the delivery's own row. `wakeOthers`: deliveries of the same lead that wait for another buyer are due. `sold`: the
 *  person counts as sold to the buyer. `unsold`: the person doesn't, and deliveries held back as duplicates of this one are due.
 *  `askOperator`: the delivery waits for an operator to settle it. `settled`: it doesn't anymore. */
export type SideEffect = 'wakeOthers' | 'sold' | 'unsold' | 'askOperator' | 'settled'

/** Stages that wait for an operator. */
const IN_DOUBT: ReadonlySet<Stage> = new Set<Stage>(['probablySold', 'suppressedInDoubt'])

/** `count`: one more attempt. `doubt`: the buyer may have bought it, if anything was posted. `trust`: there is no doubt anymore.
 *  `takePlace`: it has a place at the buyer from now on. `pricePlace`: its place costs the given price, and it takes one if it has none.
 *  `freePlace`: it gives its place back, unless in doubt. `unsoldIfSure`: `unsold`, unless in doubt.
 *  `markIfSure`: it names the delivery that it duplicates, unless in doubt. */
export type Effect =
  | Assignment
  | Exclude<SideEffect, 'askOperator' | 'settled'>
  | 'count'
  | 'doubt'
  | 'trust'
  | 'takePlace'
  | 'pricePlace'
  | 'freePlace'
  | 'unsoldIfSure'
  | 'markIfSure'

export interface Move {
  /** Stage afterwards; if it is still in doubt whether the buyer bought it, `probablySold` for `dead`, and `suppressedInDoubt` for
   *  `suppressed`. */
  to: Stage
  /** Stage instead if the buyer may have bought it. */
  inDoubt?: Stage
  does: readonly Effect[]
}

const at = (to: Stage, ...does: Effect[]): Move => ({ to, does })

/** Rejected, or probably sold if the buyer may have bought it before. */
const refusedUnlessInDoubt = (...does: Effect[]): Move => ({ to: 'rejected', inDoubt: 'probablySold', does })

/** A duplicate, or probably sold if the buyer may have bought it before. */
const duplicateUnlessInDoubt = (...does: Effect[]): Move => ({
  to: 'duplicate',
  inDoubt: 'probablySold',
  does,
})

const ENDED_UNSOLD = ['freePlace', 'wakeOthers', 'unsoldIfSure'] as const
const OWN_DUPLICATE = ['markIfSure', ...ENDED_UNSOLD] as const
const BOUGHT = ['trust', 'pricePlace', 'wakeOthers'] as const
const BOUGHT_LATE = ['release', 'unmark', ...BOUGHT] as const

/** Table of moves by event and stage. A stage that an event doesn't name refuses it. */
export const LIFE = {
  /** The visitor gives the lead again, before its first attempt or after it was suppressed. */
  kept: {
    due: at('due'),
    held: at('held'),
    suppressed: at('due', 'wait', 'release', 'unmark'),
    suppressedInDoubt: at('probablySold', 'release', 'unmark'),
    suppressedSending: at('sending', 'wait'),
  },
  /** An attempt begins, and the lead is posted. */
  posted: {
    due: at('sending', 'count', 'takePlace', 'sold'),
    held: at('sending', 'count', 'release', 'takePlace', 'sold'),
  },
  /** An attempt begins, and the buyer is asked for a bid. */
  asked: {
    due: at('sending', 'count'),
    held: at('sending', 'count', 'release'),
  },
  /** The buyer's bid is taken, and the lead is posted. */
  bidTaken: { sending: at('sending', 'takePlace', 'sold') },
  /** The place of a posted lead is changed to what the buyer bids. */
  bidReserved: { sending: at('sending', 'takePlace') },
  /** The visitor opted out, so the lead isn't posted. */
  optedOut: {
    due: at('suppressed', 'count', ...ENDED_UNSOLD),
    held: at('suppressed', 'count', 'release', ...ENDED_UNSOLD),
    sending: at('suppressed', ...ENDED_UNSOLD),
    suppressedSending: at('suppressed', ...ENDED_UNSOLD),
    acceptedSending: at('accepted'),
  },
  /** The same person was sold to this buyer, so the lead isn't posted. */
  ownDuplicate: {
    due: duplicateUnlessInDoubt('count', ...OWN_DUPLICATE),
    held: duplicateUnlessInDoubt('count', 'release', ...OWN_DUPLICATE),
    sending: duplicateUnlessInDoubt(...OWN_DUPLICATE),
  },
  /** The buyer takes no leads now, and the lead waits. */
  heldBack: {
    due: at('held', 'hold', 'wait', 'wakeOthers'),
    held: at('held', 'hold', 'wait', 'wakeOthers'),
    sending: at('held', 'hold', 'wait', 'freePlace', 'wakeOthers'),
    suppressedSending: at('suppressed', 'freePlace', 'wakeOthers'),
    acceptedSending: at('accepted'),
  },
  /** The buyer doesn't want the lead, or it has waited long enough. */
  turnedAway: {
    due: refusedUnlessInDoubt('hold', 'wakeOthers', 'unsoldIfSure'),
    held: refusedUnlessInDoubt('hold', 'wakeOthers', 'unsoldIfSure'),
    sending: refusedUnlessInDoubt('hold', 'freePlace', 'wakeOthers', 'unsoldIfSure'),
    suppressedSending: at('suppressed', 'freePlace', 'wakeOthers', 'unsoldIfSure'),
    acceptedSending: at('accepted'),
  },
  /** Another buyer may get the lead, and this one waits. */
  queued: {
    due: at('held', 'hold', 'wait'),
    held: at('held', 'hold', 'wait'),
    sending: at('held', 'hold', 'wait', 'freePlace'),
    suppressedSending: at('suppressed', 'freePlace'),
    acceptedSending: at('accepted'),
  },
  /** Another buyer has the lead. */
  lost: {
    due: refusedUnlessInDoubt('hold', 'unsoldIfSure'),
    held: refusedUnlessInDoubt('hold', 'unsoldIfSure'),
    sending: refusedUnlessInDoubt('hold', 'freePlace', 'unsoldIfSure'),
  },
  /** No one found out in time if another buyer has the lead, so this one doesn't get it. */
  waitedTooLong: {
    due: refusedUnlessInDoubt('hold', 'unsoldIfSure'),
    held: refusedUnlessInDoubt('hold', 'unsoldIfSure'),
  },
  /** The buyer buys the lead. */
  bought: {
    sending: at('accepted', ...BOUGHT, 'sold'),
    suppressedSending: at('accepted', ...BOUGHT, 'sold'),
    acceptedSending: at('accepted', ...BOUGHT, 'sold'),
  },
  /** The buyer takes a test lead, which is no sale. */
  boughtAsTest: {
    sending: at('accepted', ...BOUGHT, 'unsold'),
    suppressedSending: at('accepted', ...BOUGHT, 'unsold'),
    acceptedSending: at('accepted', ...BOUGHT, 'sold'),
  },
  /** The buyer bought the lead in an attempt whose lease had ended. */
  boughtLate: {
    due: at('accepted', ...BOUGHT_LATE, 'sold'),
    held: at('accepted', ...BOUGHT_LATE, 'sold'),
    sending: at('acceptedSending', ...BOUGHT_LATE, 'sold'),
    accepted: at('accepted', ...BOUGHT_LATE, 'sold'),
    acceptedSending: at('acceptedSending', ...BOUGHT_LATE, 'sold'),
    duplicate: at('accepted', ...BOUGHT_LATE, 'sold'),
    rejected: at('accepted', ...BOUGHT_LATE, 'sold'),
    dead: at('accepted', ...BOUGHT_LATE, 'sold'),
    probablySold: at('accepted', ...BOUGHT_LATE, 'sold'),
    suppressed: at('accepted', ...BOUGHT_LATE, 'sold'),
    suppressedInDoubt: at('accepted', ...BOUGHT_LATE, 'sold'),
    suppressedSending: at('acceptedSending', ...BOUGHT_LATE, 'sold'),
  },
  /** The buyer took a test lead in an attempt whose lease had ended. */
  boughtLateAsTest: {
    due: at('accepted', ...BOUGHT_LATE, 'unsold'),
    held: at('accepted', ...BOUGHT_LATE, 'unsold'),
    sending: at('acceptedSending', ...BOUGHT_LATE, 'unsold'),
    accepted: at('accepted', ...BOUGHT_LATE, 'sold'),
    acceptedSending: at('acceptedSending', ...BOUGHT_LATE, 'sold'),
    duplicate: at('accepted', ...BOUGHT_LATE, 'unsold'),
    rejected: at('accepted', ...BOUGHT_LATE, 'unsold'),
    dead: at('accepted', ...BOUGHT_LATE, 'unsold'),
    probablySold: at('accepted', ...BOUGHT_LATE, 'unsold'),
    suppressed: at('accepted', ...BOUGHT_LATE, 'unsold'),
    suppressedInDoubt: at('accepted', ...BOUGHT_LATE, 'unsold'),
    suppressedSending: at('acceptedSending', ...BOUGHT_LATE, 'unsold'),
  },
  /** The buyer refuses the lead. */
  refused: {
    sending: at('rejected', 'trust', ...ENDED_UNSOLD),
    suppressedSending: at('suppressed', 'trust', ...ENDED_UNSOLD),
    acceptedSending: at('accepted', 'wakeOthers', 'sold'),
  },
  /** The buyer refuses in answer to a ping, which doesn't tell if it bought the lead before. */
  pingRefused: {
    sending: refusedUnlessInDoubt(...ENDED_UNSOLD),
    suppressedSending: at('suppressed', ...ENDED_UNSOLD),
    acceptedSending: at('accepted', 'wakeOthers', 'sold'),
  },
  /** The buyer says that it has the person. If an earlier answer was lost, it probably means that post. */
  calledDuplicate: {
    sending: duplicateUnlessInDoubt(...ENDED_UNSOLD),
    suppressedSending: at('suppressed', ...ENDED_UNSOLD),
    acceptedSending: at('accepted', 'wakeOthers', 'sold'),
  },
  /** The buyer doesn't take the lead now, and is asked again. */
  postponed: {
    sending: at('due', 'wait', 'freePlace', 'wakeOthers', 'sold'),
    suppressedSending: at('suppressed', 'freePlace', 'wakeOthers', 'sold'),
    acceptedSending: at('accepted', 'wakeOthers', 'sold'),
  },
  /** The buyer's answer didn't arrive or isn't clear, and it is asked again. */
  unheard: {
    sending: at('due', 'wait', 'doubt', 'freePlace', 'wakeOthers', 'sold'),
    suppressedSending: at('suppressed', 'doubt', 'freePlace', 'wakeOthers', 'sold'),
    acceptedSending: at('accepted', 'wakeOthers', 'sold'),
  },
  /** The last attempt failed, which doesn't tell if the buyer bought the lead before. */
  givenUp: {
    sending: at('dead', ...ENDED_UNSOLD),
    suppressedSending: at('suppressed', ...ENDED_UNSOLD),
    acceptedSending: at('accepted', 'wakeOthers', 'sold'),
  },
  /** The answer to the last attempt didn't arrive or isn't clear, or the buyer would take another post for another lead. */
  givenUpUnheard: {
    sending: at('dead', 'doubt', ...ENDED_UNSOLD),
    suppressedSending: at('suppressed', 'doubt', ...ENDED_UNSOLD),
    acceptedSending: at('accepted', 'wakeOthers', 'sold'),
  },
  /** The lease of an attempt ended without a result. */
  lapsed: {
    sending: at('due', 'wait', 'doubt'),
    suppressedSending: at('suppressed', 'doubt'),
    acceptedSending: at('accepted'),
  },
  /** An operator says that the buyer bought the lead. */
  confirmed: {
    probablySold: at('accepted', ...BOUGHT_LATE, 'sold'),
    suppressedInDoubt: at('accepted', ...BOUGHT_LATE, 'sold'),
  },
  /** An operator says that the buyer didn't buy the lead. */
  denied: {
    probablySold: at('rejected', 'trust', ...ENDED_UNSOLD),
    suppressedInDoubt: at('suppressed', 'trust', ...ENDED_UNSOLD),
  },
  /** An operator books the sale of an accepted lead at another amount. */
  priced: {
    accepted: at('accepted', 'pricePlace'),
    acceptedSending: at('acceptedSending', 'pricePlace'),
  },
  /** An operator takes back that the buyer bought the lead. */
  unconfirmed: { accepted: at('probablySold', 'doubt') },
  /** The buyer may take leads again. */
  roomMade: { held: at('held', 'wait') },
  /** The visitor takes the consent back. */
  consentRefused: {
    due: at('suppressed'),
    held: at('suppressed'),
    sending: at('suppressedSending'),
    dead: at('suppressed'),
    probablySold: at('suppressedInDoubt'),
  },
  /** The visitor is forgotten. */
  forgotten: {
    due: at('suppressed'),
    held: at('suppressed'),
    sending: at('suppressedSending'),
    accepted: at('accepted'),
    acceptedSending: at('acceptedSending'),
    duplicate: at('suppressed'),
    rejected: at('suppressed'),
    dead: at('suppressed'),
    probablySold: at('suppressedInDoubt'),
    suppressed: at('suppressed'),
    suppressedInDoubt: at('suppressedInDoubt'),
    suppressedSending: at('suppressedSending'),
  },
  /** The delivery that this one duplicates wasn't bought after all. */
  otherUnsold: { duplicate: at('due', 'wait', 'unmark') },
  /** An operator sends it again. */
  replayed: {
    duplicate: at('due', 'wait', 'unmark', 'release', 'insist'),
    rejected: at('due', 'wait', 'unmark', 'release', 'insist'),
    dead: at('due', 'wait', 'unmark', 'release', 'insist'),
  },
} as const satisfies Record<string, Partial<Record<Stage, Move>>>

export type LifeEvent = keyof typeof LIFE

const movesOf = (event: LifeEvent): Partial<Record<Stage, Move>> => LIFE[event]

/** Values that come with an event, for the columns that its effects set. */
export type Given = Partial<
  Pick<
    LifeColumns,
    | 'due_at'
    | 'placed_at'
    | 'placed_cents'
    | 'insisted'
    | 'held'
    | 'held_since'
    | 'held_message'
    | 'duplicate_of'
  >
>

/** The columns after an event, and the effects beyond them. Null if the stage refuses the event. */
export function moved(
  before: LifeColumns,
  event: LifeEvent,
  given: Given,
): { columns: LifeColumns; effects: SideEffect[] } | null {
  const stage = stageOf(before)
  const move = movesOf(event)[stage]
  if (!move) return null
  const columns: LifeColumns = { ...before }
  const effects = move.does.flatMap((effect) => applied(columns, effect, given) ?? [])
  const { state, under_way } = STAGES[(columns.unsure && move.inDoubt) || move.to]
  Object.assign(columns, { state, under_way })
  if (state !== 'due') columns.due_at = null
  const isInDoubt = IN_DOUBT.has(stageOf(columns))
  if (isInDoubt !== IN_DOUBT.has(stage)) effects.push(isInDoubt ? 'askOperator' : 'settled')
  return { columns, effects }
}

/** Applies an effect to the columns, or returns it if it goes beyond them. */
function applied(columns: LifeColumns, effect: Effect, given: Given): SideEffect | undefined {
  switch (effect) {
    case 'count':
      columns.attempts++
      return undefined
    case 'doubt':
      columns.unsure = columns.placed_at !== null
      return undefined
    case 'trust':
      columns.unsure = false
      return undefined
    case 'takePlace':
      Object.assign(columns, valuesOf(given, ['placed_at', 'placed_cents']))
      return undefined
    case 'pricePlace':
      Object.assign(columns, valuesOf(given, ['placed_cents']))
      if (columns.placed_at === null) Object.assign(columns, valuesOf(given, ['placed_at']))
      return undefined
    case 'freePlace':
      if (!columns.unsure) Object.assign(columns, { placed_at: null, placed_cents: 0 })
      return undefined
    case 'unsoldIfSure':
      return columns.unsure ? undefined : 'unsold'
    case 'markIfSure':
      if (!columns.unsure) Object.assign(columns, valuesOf(given, ['duplicate_of']))
      return undefined
    case 'wakeOthers':
    case 'sold':
    case 'unsold':
      return effect
    default:
      for (const [column, value] of Object.entries(ASSIGNMENTS[effect]))
        Object.assign(
          columns,
          value === 'given' ? valuesOf(given, [column as keyof Given]) : { [column]: value },
        )
      return undefined
  }
}

function valuesOf(given: Given, columns: readonly (keyof Given)[]): Given {
  for (const column of columns)
    if (given[column] === undefined) throw new Error(`An event of a delivery has no ${column}.`)
  return Object.fromEntries(columns.map((column) => [column, given[column]]))
}

/** SQL for an event of several deliveries at once. `assignments`: the columns it changes, and their new values. `condition`: the rows
 *  that it changes. `given`: SQL of the values that come with the event. `table`: name by which the statement knows the outbox. */
export function moveSql(
  event: LifeEvent,
  given: Partial<Record<keyof Given, string>> = {},
  table = 'outbox',
): { assignments: Record<string, string>; condition: string } {
  const moves = Object.entries(movesOf(event)) as [Stage, Move][]
  const changes = moves.map(([stage, move]) => ({ stage, values: assignedBy(stage, move, given) }))
  const columns = new Set(changes.flatMap(({ values }) => Object.keys(values)))
  const assignments = [...columns].map((column): [string, string] => {
    const alike = Map.groupBy(changes, ({ values }) => values[column] ?? `${table}.${column}`)
    const values = [...alike].toSorted(([, a], [, b]) => a.length - b.length)
    const [otherwise] = values.pop()!
    const cases = values.map(
      ([value, changes]) =>
        `WHEN ${isAt(
          changes.map(({ stage }) => stage),
          table,
        )} THEN ${value}`,
    )
    return [column, cases.length === 0 ? otherwise : `CASE ${cases.join(' ')} ELSE ${otherwise} END`]
  })
  return {
    assignments: Object.fromEntries(assignments),
    condition: isAt(
      moves.map(([stage]) => stage),
      table,
    ),
  }
}

/** Assignments as in an UPDATE. */
export const setSql = (assignments: Record<string, string>): string =>
  Object.entries(assignments)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ')

function assignedBy(
  stage: Stage,
  { to, does }: Move,
  given: Partial<Record<keyof Given, string>>,
): Record<string, string> {
  const values: Record<string, string> = {}
  if (STAGES[to].state !== STAGES[stage].state) values.state = `'${STAGES[to].state}'`
  for (const effect of does) {
    if (!(effect in ASSIGNMENTS)) throw new Error(`No SQL for several deliveries does ${effect}.`)
    for (const [column, value] of Object.entries(ASSIGNMENTS[effect as Assignment]))
      values[column] = value === 'given' ? given[column as keyof Given]! : 'NULL'
  }
  if (STAGES[to].state !== 'due') values.due_at = 'NULL'
  return values
}

/** SQL condition that a row is in one of the stages. */
function isAt(stages: readonly Stage[], table: string): string {
  const states = [...Map.groupBy(stages, (stage) => STAGES[stage].state)].map(([state, some]) => {
    const isState = `${table}.state = '${state}'`
    const isAll = ALL_STAGES.every((stage) => STAGES[stage].state !== state || some.includes(stage))
    if (isAll) return isState
    return `${isState} AND (${some.map((stage) => traitsSql(STAGES[stage], table)).join(' OR ')})`
  })
  return `(${states.map((state) => (states.length > 1 ? `(${state})` : state)).join(' OR ')})`
}

function traitsSql({ under_way, isHeld, isUnsure }: Traits, table: string): string {
  const held = isHeld === undefined ? '' : ` AND ${table}.held IS ${isHeld ? 'NOT NULL' : 'NULL'}`
  const unsure = isUnsure === undefined ? '' : ` AND ${table}.unsure = ${Number(isUnsure)}`
  return `${table}.under_way = ${Number(under_way)}${held}${unsure}`
}
