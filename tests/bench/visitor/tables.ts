import { median, share } from './shares.ts'
import { SUBJECTS } from './subjects.ts'
import type { Thousand } from './thousand.ts'
import type { Walk } from './walk.ts'

/** Table of the measurements: a line for each, with ours beside the peers, and if it meets its goal. */

type Name = keyof typeof SUBJECTS | 'rjsf'

interface Line<M> {
  what: string
  of: (measured: M[]) => number
  digits?: number
  /** Most that is allowed, or most as a multiple of a peer's value. */
  goal?: { most: number; times?: Name }
  /** True if only our page reports it. */
  alone?: boolean
}

const each = (value: (walk: Walk) => number) => (walks: Walk[]) => median(walks.map(value))
const worst = (value: (walk: Walk) => number) => (walks: Walk[]) => Math.max(...walks.map(value))
const moves = (walks: Walk[]) => walks.flatMap(({ moveMs }) => moveMs)

const WALK: Line<Walk>[] = [
  { what: 'first step painted, ms', of: each(({ paintMs }) => paintMs), goal: { most: 1.1, times: 'plain' } },
  {
    what: 'first press that works, ms',
    of: each(({ pressMs }) => pressMs),
    goal: { most: 1.1, times: 'plain' },
  },
  {
    what: 'second step painted after it, ms',
    of: each(({ secondMs }) => secondMs),
    goal: { most: 1.1, times: 'plain' },
  },
  {
    what: 'tap to next step painted, ms',
    of: (walks) => median(moves(walks)),
    goal: { most: 1, times: 'react' },
  },
  {
    what: '… of 20 the slowest (p95), ms',
    of: (walks) => share(moves(walks), 0.95),
    goal: { most: 1, times: 'react' },
  },
  {
    what: 'script before the first answer, kB',
    of: each(({ startBytes }) => startBytes / 1000),
    digits: 1,
    goal: { most: 105 },
  },
  {
    what: 'script for a whole funnel, kB',
    of: each(({ wholeBytes }) => wholeBytes / 1000),
    digits: 1,
    goal: { most: 160 },
  },
  { what: 'layout shift, worst', of: worst(({ shift }) => shift), digits: 5, goal: { most: 0 } },
  {
    what: 'React’s start, ms (0: under 50)',
    of: each(({ takeoverMs }) => takeoverMs),
    goal: { most: 80 },
    alone: true,
  },
  { what: 'other tasks over 50 ms, a walk', of: each(({ longMs }) => longMs.length), goal: { most: 0 } },
  { what: '… the longest, ms', of: worst(({ longMs }) => Math.max(0, ...longMs)) },
]

const FIELDS: Line<Thousand>[] = [
  {
    what: '1,000 fields painted, ms',
    of: (all) => median(all.map(({ mountMs }) => mountMs)),
    goal: { most: 1, times: 'rjsf' },
  },
  {
    what: 'a key stroke painted, ms',
    of: (all) => median(all.flatMap(({ keyMs }) => keyMs)),
    digits: 1,
    goal: { most: 0.5, times: 'rjsf' },
  },
]

/** Prints the table. Returns true if every goal is met. */
export function printWalks(
  walks: Record<Exclude<keyof typeof SUBJECTS, 'unsent' | 'still'>, Walk[]>,
): boolean {
  return print(WALK, walks)
}

export function printFields(fields: Record<'ours' | 'rjsf', Thousand[]>): boolean {
  return print(FIELDS, fields)
}

function print<M>(lines: Line<M>[], measured: Partial<Record<Name, M[]>>): boolean {
  const names = Object.keys(measured) as Name[]
  row('', names.map(nameOf), 'goal')
  const met = lines.map(({ what, of, digits = 0, goal, alone = false }) => {
    const value = (name: Name) => of(measured[name] ?? [])
    const ours = value('ours')
    const most = goal && goal.most * (goal.times ? value(goal.times) : 1)
    const isMet = most === undefined || ours <= most
    const cells = names.map((name) => {
      if (name === 'ours') return ours.toFixed(digits)
      return alone ? '' : `${value(name).toFixed(digits)} (${ratio(ours, value(name))})`
    })
    row(
      what,
      cells,
      goal
        ? `${isMet ? 'met' : 'MISSED'}: ≤ ${goal.most}${goal.times ? ` × ${nameOf(goal.times)}` : ''}`
        : '',
    )
    return isMet
  })
  return met.every(Boolean)
}

function nameOf(name: Name): string {
  return name === 'rjsf' ? name : SUBJECTS[name].name
}

function row(what: string, cells: string[], goal: string): void {
  console.log(what.padEnd(36) + cells.map((cell) => cell.padStart(17)).join('') + '   ' + goal)
}

function ratio(ours: number, theirs: number): string {
  return theirs === 0 ? (ours === 0 ? '=' : 'more') : (ours / theirs).toFixed(2)
}
