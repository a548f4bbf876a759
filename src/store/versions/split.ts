import { hash } from 'node:crypto'
import type { Share } from '../../../schemas/version.ts'
import type { Split } from './versionTypes.ts'

/** Which of the versions that share a path a session runs that begins now: the same one for the same uuid and shares,
 *  and over many uuids each as often as its weight says. Undefined when nothing is live. */
export function versionFor(uuid: string, shares: readonly Share[]): number | undefined {
  let place = position(uuid) * shares.reduce((sum, { weight }) => sum + weight, 0)
  return shares.find(({ weight }) => (place -= weight) < 0)?.version
}

/** A number from 0 to below 1 for a text: the first 48 bits of its SHA-256, which are spread evenly even over uuids that
 *  were not drawn at random. */
function position(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 12), 16) / 2 ** 48
}

/** The shares of a path's live versions, in percent, once `given` has its own: the others keep what is left of the 100, in
 *  their old proportion and at least 1 each. At 100, or where nothing else is live, it is alone.
 *  Throws when too little is left. */
export function shareOut(live: readonly Share[], given: Share): Share[] {
  const others = live.filter(({ version }) => version !== given.version)
  const left = 100 - given.weight
  if (left === 0 || others.length === 0) return [{ version: given.version, weight: 100 }]
  if (left < others.length)
    throw new Error(
      `${given.weight} % would leave ${left} % for ${others.length} other live versions: give less, or all 100.`,
    )
  return [...inProportion(others, left), given].sort((a, b) => a.version - b.version)
}

/** Whole numbers that add up to `total`, as near to the proportion as they can be. */
function inProportion(shares: readonly Share[], total: number): Share[] {
  const sum = shares.reduce((sum, { weight }) => sum + weight, 0)
  const exact = shares.map(({ weight }) => (total * weight) / sum)
  const whole = exact.map((weight) => Math.max(1, Math.floor(weight)))
  for (let rest = total - whole.reduce((a, b) => a + b); rest !== 0; rest -= Math.sign(rest)) {
    const lacks = exact.map((weight, i) => (rest > 0 ? weight - whole[i]! : whole[i]! - weight))
    const takes = lacks.map((lack, i) => (rest > 0 || whole[i]! > 1 ? lack : -Infinity))
    whole[takes.indexOf(Math.max(...takes))]! += Math.sign(rest)
  }
  return shares.map(({ version }, i) => ({ version, weight: whole[i]! }))
}

/** The versions that were live before the newest of those that are live now went live; none when there were none.
 *  `splits`: all that a path ever had, oldest first. */
export function liveBefore(splits: readonly Split[]): number[] {
  const begins = (splits.at(-1)?.shares ?? []).map(({ version }) => firstOfRun(splits, version))
  return splits[Math.max(...begins) - 1]?.shares.map(({ version }) => version) ?? []
}

/** The index of the split from which on, to the last, the version was live without a break. */
function firstOfRun(splits: readonly Split[], version: number): number {
  return splits.findLastIndex(({ shares }) => !shares.some((share) => share.version === version)) + 1
}
