import { hash } from 'node:crypto'
import type { Share } from '../../../../schemas/kernel/version.ts'
import type { Split } from './versionTypes.ts'

/** The version that a new session runs, of those that share a path: the same one for the same uuid and shares, and each as often as its
 *  weight over many uuids. Undefined if nothing is live. */
export function versionFor(uuid: string, shares: readonly Share[]): number | undefined {
  let place = position(uuid) * shares.reduce((sum, { weight }) => sum + weight, 0)
  return shares.find(({ weight }) => (place -= weight) < 0)?.version
}

/** Maps a text to a number from 0 to below 1: the first 48 bits of its SHA-256, which are evenly distributed even over uuids that
 *  weren't drawn at random. */
function position(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 12), 16) / 2 ** 48
}

/** Shares of a path's live versions, in percent, once `given` has its own. The others keep what is left of the 100, in their old
 *  proportion and at least 1 each. At 100, or if nothing else is live, it is alone. Throws if too little is left. */
export function shareOut(live: readonly Share[], given: Share): Share[] {
  const others = live.filter(({ version }) => version !== given.version)
  const left = 100 - given.weight
  if (left === 0 || others.length === 0) return [{ version: given.version, weight: 100 }]
  if (left < others.length)
    throw new Error(
      `${given.weight}% leaves only ${left}% for ${others.length} other live versions. Choose a smaller share, or 100%.`,
    )
  return [...inProportion(others, left), given].sort((a, b) => a.version - b.version)
}

/** Whole numbers that add up to `total`, as close to the proportion as possible. */
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

/** Versions that were live before the newest of the current ones went live; empty if there were none. `splits`: all splits of a path,
 *  oldest first. */
export function liveBefore(splits: readonly Split[]): number[] {
  const begins = (splits.at(-1)?.shares ?? []).map(({ version }) => firstOfRun(splits, version))
  return splits[Math.max(...begins) - 1]?.shares.map(({ version }) => version) ?? []
}

/** Index of the split since which, up to the last, the version has been live without a break. */
function firstOfRun(splits: readonly Split[], version: number): number {
  return splits.findLastIndex(({ shares }) => !shares.some((share) => share.version === version)) + 1
}
