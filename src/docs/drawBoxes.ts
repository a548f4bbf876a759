/** Draws a Mermaid flowchart as nested lists, which need no script: a box with what is in it, and arrows where boxes follow each other.
 *  It knows subgraphs, boxes, and plain arrows. Throws at any other line. */
export function drawBoxes(chart: string): string {
  const root: Box = { label: '', inside: [], isOrdered: false }
  const open = [root]
  const parents = new Map<string, Box>()
  const [first = '', ...lines] = chart.trim().split('\n')
  if (!/^flowchart (TB|LR)$/.test(first.trim())) throw new Error(`This drawing is not a flowchart: ${first}`)
  for (const line of lines.map((line) => line.trim())) {
    const parent = open.at(-1)!
    const [, isGroup, id = '', label = ''] = /^(subgraph )?(\w+)\["([^"]+)"\]$/.exec(line) ?? []
    const [, from, to] = /^(\w+) --> (\w+)$/.exec(line) ?? []
    if (id !== '') {
      const box: Box = { label, inside: [], isOrdered: false }
      parent.inside.push(box)
      parents.set(id, parent)
      if (isGroup) open.push(box)
    } else if (from !== undefined && to !== undefined) {
      const around = parents.get(from)
      if (!around || around !== parents.get(to)) throw new Error(`These boxes are not side by side: ${line}`)
      around.isOrdered = true
    } else if (line === 'end') open.pop()
    else throw new Error(`This line of a drawing can't be drawn: ${line}`)
  }
  return `<div class="drawing">${list(root)}</div>\n`
}

interface Box {
  label: string
  inside: Box[]
  /** True if arrows lead from each box inside to the next. */
  isOrdered: boolean
}

function list({ inside, isOrdered }: Box): string {
  if (inside.length === 0) return ''
  const tag = isOrdered ? 'ol' : 'ul'
  return `<${tag}>${inside.map((box) => `<li><span>${box.label}</span>${list(box)}</li>`).join('')}</${tag}>`
}
