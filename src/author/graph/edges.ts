import { rulesText } from '../kernel/ruleWords.ts'
import type { Graph, GraphStep, Item } from './model.ts'

/** A drawing as nodes and edges. */
export interface Net {
  nodes: Node[]
  edges: Edge[]
}

export type Node =
  | { id: string; kind: 'start' | 'end'; offer: null }
  | { id: string; kind: 'fork'; offer: string }
  | { id: string; kind: 'step'; offer: string; step: GraphStep }

/** `label` is the rule for this edge in plain words, 'otherwise' for the way around a stretch, or '' for the only way. */
export interface Edge {
  from: string
  to: string
  label: string
}

/** Nodes and edges of a drawing, from start to end, with a fork before each stretch. */
export function netOf({ offers }: Graph): Net {
  const nodes: Node[] = [{ id: 'start', kind: 'start', offer: null }]
  const edges: Edge[] = []
  let exits: Exit[] = [{ from: 'start', label: '' }]
  let forks = 0
  const enter = (node: Node) => {
    nodes.push(node)
    edges.push(...exits.map(({ from, label }) => ({ from, to: node.id, label })))
    exits = [{ from: node.id, label: '' }]
  }
  const add = (offer: string, items: readonly Item[]) => {
    for (const item of items) {
      if (item.kind === 'step') {
        enter({ id: item.id, kind: 'step', offer, step: item })
        continue
      }
      const id = `fork${++forks}`
      enter({ id, kind: 'fork', offer })
      exits = [{ from: id, label: rulesText(item.rules) }]
      add(offer, item.items)
      exits = [...exits, { from: id, label: OTHERWISE }]
    }
  }
  for (const { key, items } of offers) add(key, items)
  enter({ id: 'end', kind: 'end', offer: null })
  return { nodes, edges }
}

type Exit = Pick<Edge, 'from' | 'label'>

const OTHERWISE = 'otherwise'
