import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { netOf } from '../../author/graph/edges.ts'
import { mermaid } from '../../author/graph/mermaid.ts'
import { graphOf } from '../../author/graph/model.ts'
import { command } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { orProblems, readFlow } from '../files/readFlow.ts'
import { counted, problemText } from '../words/report.ts'

export const graph = command('graph', {
  summary: 'Draw a flow as a diagram: offers, steps, and rules',
  usage: 'FLOW [--out FILE]',
  about:
    'Rules are in plain words, and hidden steps and actions are marked. The diagram is Mermaid, which is text for Markdown.',
  examples: [
    'leadloom graph sites/my-site --out flow.mmd',
    'leadloom graph flow.json                 (prints it)',
  ],
  options: {
    out: { type: 'string', value: 'FILE', about: 'The file to write. Default: print it.' },
  },
  async run({ values, positionals }, ctx) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Add one flow file.')
    const { out = null } = values
    const source = await readFlow(word)
    const { file, flow } = source
    const drawn = flow ? orProblems(source, () => graphOf(flow)) : { problems: source.problems }
    if ('problems' in drawn)
      return {
        exit: 1,
        data: { file, out: null, nodes: [], edges: [], problems: drawn.problems },
        words: drawn.problems.map((problem) => problemText(file, problem, ctx)),
      }
    const text = mermaid(drawn.done)
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
