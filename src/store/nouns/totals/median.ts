/** Median of all numbers in these lists; null if there are none. They are integers, and each list is in ascending order. The lists are
 *  not merged, which would take more than a second for ten million numbers. */
export function median(lists: readonly ArrayLike<number>[]): number | null {
  const filled = lists.filter(({ length }) => length > 0)
  const size = filled.reduce((sum, { length }) => sum + length, 0)
  if (size === 0) return null
  const upper = smallest(filled, size >> 1)
  return size % 2 === 1 ? upper : (smallest(filled, (size >> 1) - 1) + upper) / 2
}

/** The number that has this many before it in sorted order. Its range is halved until one number is left, and with it the part of each
 *  list that is searched. */
function smallest(lists: readonly ArrayLike<number>[], before: number): number {
  let least = lists.reduce((least, list) => Math.min(least, list[0]!), Infinity)
  let most = lists.reduce((most, list) => Math.max(most, list[list.length - 1]!), -Infinity)
  let from = new Uint32Array(lists.length)
  let to = Uint32Array.from(lists, ({ length }) => length)
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    const ends = new Uint32Array(lists.length)
    let upToMiddle = 0
    for (let i = 0; i < lists.length; i++) upToMiddle += ends[i] = endOf(middle, lists[i]!, from[i]!, to[i]!)
    if (upToMiddle > before) [most, to] = [middle, ends]
    else [least, from] = [middle + 1, ends]
  }
  return least
}

/** Number of items of a list that are at most `most`, if that is between `from` and `to`. */
function endOf(most: number, list: ArrayLike<number>, from: number, to: number): number {
  while (from < to) {
    const middle = (from + to) >> 1
    if (list[middle]! <= most) from = middle + 1
    else to = middle
  }
  return from
}
