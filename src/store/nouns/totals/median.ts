/** Median of all numbers in these lists, which are integers; null if there are none. The lists are neither joined nor sorted, which
 *  would take more than a second for ten million. */
export function median(lists: readonly ArrayLike<number>[]): number | null {
  const size = lists.reduce((sum, { length }) => sum + length, 0)
  if (size === 0) return null
  const upper = smallest(lists, size >> 1)
  return size % 2 === 1 ? upper : (smallest(lists, (size >> 1) - 1) + upper) / 2
}

/** This many counters fit into the processor's second-level cache. */
const BUCKETS = 65_536

/** The number that has this many before it in sorted order. Its range is cut into buckets until one of a single number contains it. */
function smallest(lists: readonly ArrayLike<number>[], before: number): number {
  let [least, most] = boundsOf(lists)
  let left = before
  for (;;) {
    const width = Math.ceil((most - least + 1) / BUCKETS)
    const counts = new Uint32Array(BUCKETS)
    for (const list of lists)
      for (let i = 0; i < list.length; i++) {
        const number = list[i]!
        if (number >= least && number <= most) counts[Math.floor((number - least) / width)]!++
      }
    let bucket = 0
    while (left >= counts[bucket]!) left -= counts[bucket++]!
    least += bucket * width
    if (width === 1) return least
    most = least + width - 1
  }
}

function boundsOf(lists: readonly ArrayLike<number>[]): [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity]
  for (const list of lists)
    for (let i = 0; i < list.length; i++) {
      const number = list[i]!
      if (number < least) least = number
      if (number > most) most = number
    }
  return [least, most]
}
