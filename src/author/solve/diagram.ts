/** Sets of states as multi-valued decision diagrams: a node asks for the value of one variable and has a branch for each. Equal nodes
 *  are one node, so equal sets are equal numbers, and a set of many millions of states is small if it is regular. Variables are asked
 *  for in the order of their levels, except those that make no difference. Source: Bryant, "Graph-based algorithms for Boolean function
 *  manipulation", 1986; Kam et al., "Multi-valued decision diagrams", 1998. */
export interface Diagram {
  /** Adds a variable below all others and returns its level. `size` is its number of values. */
  variable: (size: number) => number
  /** States below each value of a variable. All of them must be of lower variables. */
  choose: (level: number, below: (value: number) => Node) => Node
  /** States in which the variable has one of these values. */
  among: (level: number, values: Iterable<number>) => Node
  and: (...sets: Node[]) => Node
  or: (...sets: Node[]) => Node
  not: (set: Node) => Node
  /** States that are in the set with any values of these variables. */
  without: (set: Node, levels: ReadonlySet<number>) => Node
  /** Values that the variable has in the set, in order. */
  valuesOf: (set: Node, level: number) => number[]
  /** One state of the set, by level: each variable with the first value that it can have there. Null for the empty set; variables that
   *  make no difference are left out. */
  pick: (set: Node) => ReadonlyMap<number, number> | null
  /** Number of nodes. */
  size: () => number
}

/** A set of states. */
export type Node = number

export const NOTHING: Node = 0
export const EVERYTHING: Node = 1

/** Thrown when the number of nodes exceeds its limit: the sets are too irregular to compute with. */
export const TOO_ENTANGLED = new Error('The sets of states have become too irregular.')

/** An empty diagram of at most `budget` nodes. */
export function createDiagram(budget: number): Diagram {
  const sizes: number[] = []
  const { levels, branches, node } = createNodes(budget)
  const joins = createCache()
  const negated = new Map<Node, Node>()

  const split = (level: number, make: (value: number) => Node): Node => {
    const children: Node[] = []
    for (let value = 0; value < sizes[level]!; value++) children.push(make(value))
    return node(level, children)
  }

  const join = (how: typeof AND | typeof OR, a: Node, b: Node): Node => {
    const [neutral, absorbing] = how === AND ? [EVERYTHING, NOTHING] : [NOTHING, EVERYTHING]
    if (a === b || b === neutral) return a
    if (a === neutral) return b
    if (a === absorbing || b === absorbing) return absorbing
    if (a > b) return join(how, b, a)
    const found = joins.get(how, a, b)
    if (found !== undefined) return found
    const [levelA, levelB] = [levels[a]!, levels[b]!]
    const level = levelA < levelB ? levelA : levelB
    const children: Node[] = []
    for (let value = 0; value < sizes[level]!; value++)
      children.push(
        join(how, levelA === level ? branches[a]![value]! : a, levelB === level ? branches[b]![value]! : b),
      )
    const result = node(level, children)
    joins.put(how, { a, b, result })
    return result
  }

  const not = (set: Node): Node => {
    if (set === NOTHING) return EVERYTHING
    if (set === EVERYTHING) return NOTHING
    const found = negated.get(set)
    if (found !== undefined) return found
    const result = node(levels[set]!, branches[set]!.map(not))
    negated.set(set, result)
    return result
  }

  const and = (...sets: Node[]) => sets.reduce((all, set) => join(AND, all, set), EVERYTHING)
  const or = (...sets: Node[]) => sets.reduce((all, set) => join(OR, all, set), NOTHING)

  const without = (set: Node, gone: ReadonlySet<number>): Node => {
    if (gone.size === 0) return set
    const lowest = Math.max(...gone)
    const done = new Map<Node, Node>()
    const visit = (at: Node): Node => {
      const level = levels[at]!
      if (level > lowest) return at
      const found = done.get(at)
      if (found !== undefined) return found
      const rest = [...new Set(branches[at])].map(visit)
      const result = gone.has(level) ? or(...rest) : node(level, branches[at]!.map(visit))
      done.set(at, result)
      return result
    }
    return visit(set)
  }

  const valuesOf = (set: Node, level: number): number[] => {
    const values = new Set<number>()
    const seen = new Set<Node>()
    const visit = (at: Node): void => {
      if (at === NOTHING || seen.has(at) || values.size === sizes[level]) return
      seen.add(at)
      if (levels[at]! > level) for (let value = 0; value < sizes[level]!; value++) values.add(value)
      else if (levels[at] === level)
        branches[at]!.forEach((child, value) => child !== NOTHING && values.add(value))
      else branches[at]!.forEach(visit)
    }
    visit(set)
    return [...values].sort((a, b) => a - b)
  }

  const pick = (set: Node): ReadonlyMap<number, number> | null => {
    if (set === NOTHING) return null
    const state = new Map<number, number>()
    for (let at = set; at !== EVERYTHING;) {
      const value = branches[at]!.findIndex((child) => child !== NOTHING)
      state.set(levels[at]!, value)
      at = branches[at]![value]!
    }
    return state
  }

  return {
    variable: (size) => sizes.push(size) - 1,
    choose: split,
    among: (level, values) => {
      const wanted = new Set(values)
      return split(level, (value) => (wanted.has(value) ? EVERYTHING : NOTHING))
    },
    and,
    or,
    not,
    without,
    valuesOf,
    pick,
    size: () => levels.length,
  }
}

const [AND, OR] = [1, 2] as const

/** Table of all nodes, with the level and the branches of each. The only place that creates nodes. */
function createNodes(budget: number) {
  const levels: number[] = [Infinity, Infinity]
  const branches: (readonly Node[])[] = [[], []]
  let slots = new Int32Array(1 << 12)

  const slotOf = (level: number, children: readonly Node[]): number => {
    let hash = level + 1
    for (const child of children) hash = Math.imul(hash ^ child, GOLDEN) + (hash >>> 15)
    let slot = (hash ^ (hash >>> 13)) & (slots.length - 1)
    for (let at = slots[slot]!; at !== 0; at = slots[slot]!) {
      if (levels[at] === level && isSame(branches[at]!, children)) return slot
      slot = (slot + 1) & (slots.length - 1)
    }
    return slot
  }

  const grow = (): void => {
    slots = new Int32Array(slots.length * 4)
    for (let at = 2; at < levels.length; at++) slots[slotOf(levels[at]!, branches[at]!)] = at
  }

  const node = (level: number, children: readonly Node[]): Node => {
    const first = children[0] ?? NOTHING
    if (children.every((child) => child === first)) return first
    const slot = slotOf(level, children)
    const found = slots[slot]!
    if (found !== 0) return found
    if (levels.length >= budget) throw TOO_ENTANGLED
    const made = levels.push(level) - 1
    branches.push(children)
    slots[slot] = made
    if (made * 2 > slots.length) grow()
    return made
  }
  return { levels, branches, node }
}

/** 2^32 divided by the golden ratio, which spreads neighboring numbers widely (Knuth, TAOCP 6.4). */
const GOLDEN = 0x9e3779b1 | 0

function isSame(a: readonly Node[], b: readonly Node[]): boolean {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** Results of earlier joins. A new one replaces an older one with the same hash, which is then recomputed if needed. */
function createCache() {
  const held = {
    how: new Uint8Array(CACHED),
    a: new Int32Array(CACHED),
    b: new Int32Array(CACHED),
    result: new Int32Array(CACHED),
  }
  const slotOf = (how: number, a: Node, b: Node) => {
    const hash = Math.imul(Math.imul(a, GOLDEN) ^ b, GOLDEN) + how
    return (hash ^ (hash >>> 15)) & (CACHED - 1)
  }
  return {
    get: (how: number, a: Node, b: Node): Node | undefined => {
      const slot = slotOf(how, a, b)
      return held.how[slot] === how && held.a[slot] === a && held.b[slot] === b
        ? held.result[slot]
        : undefined
    },
    put: (how: number, { a, b, result }: { a: Node; b: Node; result: Node }): void => {
      const slot = slotOf(how, a, b)
      held.how[slot] = how
      held.a[slot] = a
      held.b[slot] = b
      held.result[slot] = result
    },
  }
}

const CACHED = 1 << 16
