import { netOf, type Edge, type Node } from './edges.ts'
import type { Graph, GraphStep } from './model.ts'

/** Draws a Mermaid flowchart for Markdown. Colors are left to the page's theme. Source: mermaid.js.org/syntax/flowchart.html. */
export function mermaid(graph: Graph): string {
  const { nodes, edges } = netOf(graph)
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]))
  const line = (node: Node) => `${names.get(node.id)}${SHAPE[node.kind](node)}`
  const arrow = ({ from, to, label }: Edge) =>
    `  ${names.get(from)} -->${label === '' ? '' : `|${text(label)}|`} ${names.get(to)}`
  const hidden = nodes.filter((node) => node.kind === 'step' && node.step.hidden)
  return [
    '---',
    `title: ${JSON.stringify(graph.title)}`,
    '---',
    'flowchart TD',
    ...nodes.filter(({ offer }) => offer === null).map((node) => `  ${line(node)}`),
    ...graph.offers.flatMap(({ key, name, real }) => [
      `  subgraph offer_${key}[${text(real ? name : `${name} (not counted)`)}]`,
      ...nodes.filter(({ offer }) => offer === key).map((node) => `    ${line(node)}`),
      '  end',
    ]),
    ...edges.map(arrow),
    '  classDef hidden stroke-dasharray: 5 4',
    ...(hidden.length > 0 ? [`  class ${hidden.map(({ id }) => names.get(id)).join(',')} hidden`] : []),
    '',
  ].join('\n')
}

const SHAPE: Record<Node['kind'], (node: Node) => string> = {
  start: () => '([Start])',
  end: () => '([End])',
  fork: () => '{" "}',
  step: (node) => (node.kind === 'step' ? `[${text(stepText(node.step))}]` : ''),
}

function stepText({ id, title, hidden, actions, shows }: GraphStep): string {
  return [
    hidden ? `hidden: ${title}` : title,
    id,
    ...actions.map(({ name, when }) => (when === '' ? name : `${name} when ${when}`)),
    ...shows.map(({ text, when }) => (when === '' ? text : `when ${when}: ${text}`)),
  ].join('\n')
}

/** Text in quotes; characters that Mermaid or its Markdown would interpret become entities. */
function text(words: string): string {
  const safe = words.replace(/[&<>"#`*_|\\]/g, (sign) => `#${sign.charCodeAt(0)};`)
  return `"${safe.replaceAll('\n', '<br>')}"`
}
