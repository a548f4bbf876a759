/** The median of all numbers of these lists, which are integers; null where there are none. They are neither joined nor sorted: of ten
 *  million that would take a second and more. */
export function median(lists: readonly ArrayLike<number>[]): number | null {
  const size = lists.reduce((sum, { length }) => sum + length, 0)
  if (size === 0) return null
  const upper = smallest(lists, size >> 1)
  return size % 2 === 1 ? upper : (smallest(lists, (size >> 1) - 1) + upper) / 2
}

/** So many counters fit the processor's second cache. */
const BUCKETS = 65_536

/** The number with so many before it, were all of them in order: their range is cut into buckets until one of a single number holds it. */
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
