import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { netOf } from '../../author/graph/edges.ts'
import { mermaid } from '../../author/graph/mermaid.ts'
import { graphOf, type Graph } from '../../author/graph/model.ts'
import { svg } from '../../author/graph/svg.ts'
import { command } from '../command.ts'
import { misuse } from '../failure.ts'
import { orProblems, readFlow } from '../files/readFlow.ts'
import { counted, problemText } from '../words/report.ts'

export const graph = command('graph', {
  summary: 'Draw a flow as a diagram: offers, steps and rules',
  usage: 'FLOW [--format mermaid|svg] [--out FILE]',
  about:
    'Rules are in plain words, and hidden steps and actions are marked. Mermaid is text for Markdown. SVG opens in any browser, light or dark.',
  examples: [
    'leadloom graph sites/my-site --out flow.svg',
    'leadloom graph flow.json                 (prints Mermaid)',
  ],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      about: "mermaid or svg. Default: by the file's extension, or mermaid.",
    },
    out: { type: 'string', value: 'FILE', about: 'The file to write. Default: print it.' },
  },
  async run({ values, positionals }, world) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Add one flow file.')
    const { out = null } = values
    const format = formatOf(values.format, out)
    const source = await readFlow(word)
    const { file, flow } = source
    const drawn = flow ? orProblems(source, () => graphOf(flow)) : { problems: source.problems }
    if ('problems' in drawn)
      return {
        exit: 1,
        data: { file, out: null, nodes: [], edges: [], problems: drawn.problems },
        words: drawn.problems.map((problem) => problemText(file, problem, world)),
      }
    const text = FORMATS[format](drawn.done)
    if (out !== null) {
      await mkdir(dirname(out), { recursive: true })
      await writeFile(out, text)
    }
    const { nodes, edges } = netOf(drawn.done)
    const steps = nodes.filter(({ kind }) => kind === 'step').length
    return {
      exit: 0,
      data: {
        file,
        out,
        nodes: nodes.map((node) => ({ ...node, step: node.kind === 'step' ? node.step : null })),
        edges,
        problems: [],
      },
      words: out === null ? [text.trimEnd()] : [`Wrote ${counted(steps, 'step')} to ${out}.`],
    }
  },
})

const FORMATS: Record<'mermaid' | 'svg', (graph: Graph) => string> = { mermaid, svg }

function formatOf(given: string | undefined, out: string | null): keyof typeof FORMATS {
  if (given === undefined) return out?.endsWith('.svg') ? 'svg' : 'mermaid'
  if (given === 'mermaid' || given === 'svg') return given
  throw misuse(`--format must be mermaid or svg, not "${given}".`)
}
