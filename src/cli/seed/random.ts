import type { Chance } from '../../author/elements/authoring.ts'

/** A number in [0, 1); each call returns the next one. */
export type Random = () => number

/** Makes a generator; the same two numbers always give the same sequence. mulberry32, by Tommy Ettinger, public domain: 32 bits of state
 *  are plenty for one visitor. */
export function randomFrom(seed: number, n: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 1, 0xc2b2ae35)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export function one<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!
}

/** One of `from`, with the first the likeliest, which is how traffic spreads over sites, affiliates, and campaigns. */
export function weighted<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() ** 2.2 * from.length)]!
}

export function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1))
}

export function chanceOf(random: Random): Chance {
  return {
    between: (min, max) => between(random, min, max),
    one: (from) => one(random, from),
    weighted: (from) => weighted(random, from),
  }
}

/** A version 4 UUID. */
export function uuid(random: Random): string {
  const digits = hex(random, 32)
  const variant = '89ab'[Math.floor(random() * 4)]
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}

export function hex(random: Random, length: number): string {
  let digits = ''
  while (digits.length < length)
    digits += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return digits.slice(0, length)
}
