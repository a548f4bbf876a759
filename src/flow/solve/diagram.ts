/** Sets of states as multi-valued decision diagrams: a node asks for the value of one variable and has a branch for each.
 *  Equal nodes are one node, so equal sets are equal numbers, and a set of many millions of states is as small as it is
 *  regular. Variables are asked for in the order of their levels; one that makes no difference is not asked for.
 *  Source: Bryant, "Graph-based algorithms for Boolean function manipulation", 1986; Kam et al., "Multi-valued decision
 *  diagrams", 1998. */
export interface Diagram {
  /** A variable below all others: its level. `size`: how many values it has. */
  variable: (size: number) => number
  /** For each value of a variable, the states below it. All of them must be of variables below. */
  choose: (level: number, below: (value: number) => Node) => Node
  /** The states in which the variable has one of these values. */
  among: (level: number, values: Iterable<number>) => Node
  and: (...sets: Node[]) => Node
  or: (...sets: Node[]) => Node
  not: (set: Node) => Node
  /** The states that are in the set with some values of these variables. */
  without: (set: Node, levels: ReadonlySet<number>) => Node
  /** The values that the variable has in the set, in order. */
  valuesOf: (set: Node, level: number) => number[]
  /** One state of the set, by level: of each variable the first value that it can have there. Null for the empty set; a
   *  variable that makes no difference is left out. */
  pick: (set: Node) => ReadonlyMap<number, number> | null
  /** How many nodes there are. */
  size: () => number
}

/** A set of states. */
export type Node = number

export const NOTHING: Node = 0
export const EVERYTHING: Node = 1

/** Thrown when there are more nodes than allowed: the sets are too irregular to be told apart. */
export const TOO_ENTANGLED = new Error('The sets of states have become too irregular.')

/** An empty diagram of at most `budget` nodes. */
export function createDiagram(budget: number): Diagram {
  const sizes: number[] = []
  const levels: number[] = [Infinity, Infinity]
  const branches: (readonly Node[])[] = [[], []]
  const known = new Map<string, Node>()
  const joined = { and: new Map<number, Node>(), or: new Map<number, Node>() }
  const negated = new Map<Node, Node>()

  const node = (level: number, children: readonly Node[]): Node => {
    const [first = NOTHING] = children
    if (children.every((child) => child === first)) return first
    const key = `${level}:${children.join()}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (levels.length >= budget) throw TOO_ENTANGLED
    known.set(key, levels.length)
    levels.push(level)
    branches.push(children)
    return levels.length - 1
  }

  /** The branch of a set for one value of a variable that it may not ask for. */
  const branch = (set: Node, level: number, value: number): Node =>
    levels[set] === level ? branches[set]![value]! : set

  const split = (level: number, make: (value: number) => Node): Node =>
    node(
      level,
      Array.from({ length: sizes[level]! }, (_, value) => make(value)),
    )

  const join = (how: 'and' | 'or', a: Node, b: Node): Node => {
    const [neutral, absorbing] = how === 'and' ? [EVERYTHING, NOTHING] : [NOTHING, EVERYTHING]
    if (a === b || b === neutral) return a
    if (a === neutral) return b
    if (a === absorbing || b === absorbing) return absorbing
    const key = a < b ? a * budget + b : b * budget + a
    const found = joined[how].get(key)
    if (found !== undefined) return found
    const level = Math.min(levels[a]!, levels[b]!)
    const result = split(level, (value) => join(how, branch(a, level, value), branch(b, level, value)))
    joined[how].set(key, result)
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

  const and = (...sets: Node[]) => sets.reduce((all, set) => join('and', all, set), EVERYTHING)
  const or = (...sets: Node[]) => sets.reduce((all, set) => join('or', all, set), NOTHING)

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
