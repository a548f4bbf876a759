import { median } from './shares.ts'
import { SUBJECTS } from './subjects.ts'
import type { Walk } from './walk.ts'

/** Prints the work of the page's thread for a whole funnel: ours, ours without sending, ours without motion, and the peers. Brackets
 *  compare each with React by hand, which neither stores nor sends answers nor moves steps. The goals are for ours without either.
 *  Returns true if every goal is met. */
export function printWork(walks: Record<keyof typeof SUBJECTS, Walk[]>): boolean {
  const names = ['ours', 'unsent', 'still', 'react', 'plain', 'formbricks'] as const
  console.log('\nthe whole funnel; in brackets ÷ React by hand')
  row(
    '',
    names.map((name) => SUBJECTS[name].name),
    '',
  )
  const met = LINES.map(({ what, of, digits = 0, most }) => {
    const values = names.map((name) => of(walks[name]))
    const [, , still, react] = values as [number, number, number, number]
    const isMet = most === undefined || still <= most * react
    const cells = values.map((value) => `${value.toFixed(digits)} (${(value / react).toFixed(2)})`)
    row(what, cells, most === undefined ? '' : `${isMet ? 'met' : 'MISSED'}: ≤ ${most} × React by hand`)
    return isMet
  })
  return met.every(Boolean)
}

interface Line {
  what: string
  of: (walks: Walk[]) => number
  digits?: number
  /** Most that ours may take without sending and motion, as a multiple of React by hand. */
  most?: number
}

const each = (value: (walk: Walk) => number) => (walks: Walk[]) => median(walks.map(value))

const LINES: Line[] = [
  { what: 'main thread, ms', of: each(({ busyMs }) => busyMs), most: 1.3 },
  { what: '… of which script', of: each(({ scriptMs }) => scriptMs) },
  { what: 'layouts', of: each(({ layouts }) => layouts) },
  { what: 'style updates', of: each(({ styles }) => styles) },
  { what: 'React’s commits', of: each(({ commits }) => commits) },
  { what: 'heap at the end, MB', of: each(({ heapBytes }) => heapBytes / 1e6), digits: 2, most: 1.5 },
  { what: '20 characters typed, ms', of: each(({ typingMs }) => typingMs), digits: 1, most: 1 },
]

function row(what: string, cells: string[], goal: string): void {
  console.log(what.padEnd(36) + cells.map((cell) => cell.padStart(20)).join('') + '   ' + goal)
}
