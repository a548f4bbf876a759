import type { DiffAnswer } from '../../../schemas/commands/author.ts'
import type { FlowEffects } from '../../../schemas/author/diff.ts'
import { changesOf } from '../../author/diff/changesOf.ts'
import { effectsOf } from '../../author/diff/effectsOf.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { command, countOf } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { flowNamed, type NamedFlow } from '../files/flowNamed.ts'
import { orProblems } from '../files/readFlow.ts'
import { diffLines } from '../words/diffLines.ts'
import { problemText, progress } from '../words/report.ts'

export const diff = command('diff', {
  summary: 'Compare two flows in plain words, with the effect on visitors',
  usage: 'BEFORE AFTER [--visitors N]',
  about:
    "BEFORE and AFTER are flow files or folders, or PATH@live or PATH@VERSION from the database.\nPercentages come from simulated visitors who pick each answer equally often and answer both flows alike. They aren't a forecast. Real visitors choose differently.",
  examples: [
    'leadloom diff my-site@live sites/my-site',
    'leadloom diff before.json after.json',
    'leadloom diff my-site@11 my-site@12 --json',
  ],
  options: {
    visitors: { type: 'string', value: 'N', default: '2000', about: 'How many visitors to simulate.' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database. Default: ./data.']],
  async run({ values, positionals }, ctx) {
    const [first, second, ...more] = positionals
    if (first === undefined || second === undefined || more.length > 0)
      throw misuse('Add two flows: the one before and the one after.')
    const visitors = countOf(values.visitors, '--visitors')
    const [before, after] = [await flowNamed(first, ctx), await flowNamed(second, ctx)]
    const compared = differenceOf(before, after, () =>
      effectsOf(before.flow!, after.flow!, {
        visitors,
        today: newYorkDate(ctx.now()),
        onVisitor: progress('visitors', visitors, ctx),
      }),
    )
    if ('wrong' in compared) {
      const { file, problems } = compared.wrong
      return {
        exit: 1,
        data: { changes: [], effects: null, problems },
        words: problems.map((problem) => problemText(file, problem, ctx)),
      }
    }
    const { changes, effects } = compared
    return { exit: 0, data: { changes, effects, problems: [] }, words: diffLines(changes, effects) }
  },
})

type Compared = Pick<DiffAnswer, 'changes' | 'effects'> | { wrong: Pick<NamedFlow, 'file' | 'problems'> }

/** The changes and their effects; or the flow of the two that can't be walked, with its problems. */
function differenceOf(before: NamedFlow, after: NamedFlow, walk: () => FlowEffects): Compared {
  const unread = [before, after].find(({ flow }) => flow === null)
  if (unread) return { wrong: unread }
  const work = () => {
    const changes = changesOf(before.flow!, after.flow!)
    return { changes, effects: changes.length === 0 ? null : walk() }
  }
  const outer = orProblems(before, () => orProblems(after, work))
  if ('problems' in outer) return { wrong: { file: before.file, problems: outer.problems } }
  const inner = outer.done
  return 'problems' in inner ? { wrong: { file: after.file, problems: inner.problems } } : inner.done
}
