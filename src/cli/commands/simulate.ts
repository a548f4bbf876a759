import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SimulateAnswer } from '../../../schemas/commands/author.ts'
import { RESULT_MEANINGS } from '../../../schemas/elements/element.ts'
import { simulate as play } from '../../author/simulate/simulate.ts'
import { readScript, type ScriptSource } from '../../author/document/readScript.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { errorsAgainst } from '../../server/publish/validators.ts'
import { command, type CommandContext } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { siteOf } from '../files/flowFile.ts'
import { orProblems, readFlow, type FlowSource } from '../files/readFlow.ts'
import { counted, problemText } from '../words/report.ts'
import { endWords } from '../../author/simulate/endWords.ts'
import { traceWords } from '../words/traceWords.ts'

export const simulate = command('simulate', {
  summary: 'Play scripted answers through a flow and explain each step',
  usage: 'FLOW --answers FILE',
  about:
    "It shows which steps are shown, hidden, or skipped, and why. Answers come from a script like those in fixtures/answers. It's a problem if the flow refuses an answer or the steps differ from the script's.\nNothing is looked up. Emails, phone numbers, and ZIP codes count as real.",
  examples: [
    'leadloom simulate sites/my-site --answers sites/my-site/tests',
    "leadloom simulate flow.json --answers tests/       (all of this site's scripts)",
    'leadloom simulate flow.json --answers one.json --json',
  ],
  options: {
    answers: { type: 'string', value: 'FILE', about: 'A script, or a folder of scripts.' },
  },
  async run({ values, positionals }, ctx) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Add one flow file.')
    if (values.answers === undefined) throw misuse('Add the answers: --answers FILE.')
    const source = await readFlow(word)
    const read = await readScripts(values.answers, siteOf(source.file))
    const played = orProblems(source, () =>
      read.map(({ file, script }) => ({ file, ...playScript(source, script, ctx) })),
    )
    const flow = { file: source.file, problems: 'problems' in played ? played.problems : source.problems }
    const scripts =
      'problems' in played
        ? read.map(({ file, script: { problems } }) => ({ file, simulation: null, problems }))
        : played.done
    const problems = [flow, ...scripts].reduce((sum, file) => sum + file.problems.length, 0)
    const data: SimulateAnswer = { flow, scripts, problems }
    return { exit: problems === 0 ? 0 : 1, data, words: words(data, source, ctx) }
  },
})

type Played = SimulateAnswer['scripts'][number]

function playScript(
  { flow }: FlowSource,
  { script, problems, locate }: ScriptSource,
  ctx: CommandContext,
): Omit<Played, 'file'> {
  if (!flow || !script) return { simulation: null, problems }
  const played = play(flow, script, { today: newYorkDate(ctx.now()), schemaErrors: errorsAgainst })
  return { simulation: played.simulation, problems: [...problems, ...played.problems.map(locate)] }
}

/** The script in the file `word`, or the scripts of a folder, except those for another site. */
async function readScripts(word: string, site: string): Promise<{ file: string; script: ScriptSource }[]> {
  const read = async (file: string) => ({ file, script: readScript(await readFile(file)) })
  const found = await stat(word).catch(() => null)
  if (!found) throw misuse(`The file ${word} doesn't exist.`)
  if (!found.isDirectory()) return [await read(word)]
  const names = (await readdir(word)).filter((name) => name.endsWith('.json')).sort()
  const all = await Promise.all(names.map((name) => read(join(word, name))))
  const own = all.filter(({ script: { script } }) => (script?.site ?? site) === site)
  if (own.length === 0) throw misuse(`${word} has no script for the site "${site}".`)
  return own
}

function words(
  { flow, scripts, problems }: SimulateAnswer,
  source: FlowSource,
  ctx: CommandContext,
): string[] {
  const problemLines = [flow, ...scripts].flatMap(({ file, problems }) =>
    problems.map((problem) => problemText(file, problem, ctx)),
  )
  const [only, ...more] = scripts
  if (only && more.length === 0 && only.simulation)
    return [...traceOf(only.simulation, source, ctx), '', ...problemLines, ending(only.simulation, problems)]
  if (flow.problems.length > 0) return [...problemLines, 'Not played. Fix the flow first.']
  const good = scripts.filter(({ simulation, problems }) => simulation && problems.length === 0)
  return [
    ...good.map(({ file, simulation }) => `${file}  ${simulation && summary(simulation)}`),
    ...problemLines,
    `${good.length} of ${counted(scripts.length, 'script')} played without problems.`,
  ]
}

type Simulated = NonNullable<Played['simulation']>

function traceOf(
  { origin, trace, sends, ends }: Simulated,
  { locate }: FlowSource,
  ctx: CommandContext,
): string[] {
  const query = new URLSearchParams(origin.query).toString()
  const lineOf = (at: (string | number)[]) => locate({ code: '', at, message: '', hint: '' }).line
  return [
    `A visitor on ${origin.today}${query === '' ? '' : ` with ?${query}`}`,
    '',
    ...traceWords(trace, { sends, lineOf, ctx }),
    ...(ends.length > 0 ? ['', 'The last page, by result of the lead:'] : []),
    ...ends.map((end) => `  ${end.outcome.padEnd(OUTCOME_WIDTH)}  ${endWords(end)}`),
  ]
}

/** Width of the longest outcome. */
const OUTCOME_WIDTH = Math.max(...Object.keys(RESULT_MEANINGS).map((name) => name.length))

function ending(simulation: Simulated, problems: number): string {
  const end = `${summary(simulation)}.`
  return problems === 0 ? end : `${end} ${counted(problems, 'problem')}, see above.`
}

function summary({ trace, current }: Simulated): string {
  const count = (kind: string) => trace.filter((stop) => stop.kind === kind).length
  return `${count('shown')} shown, ${count('hidden')} hidden, ${count('skipped')} skipped. ${current === null ? 'The visitor finished the flow' : `The visitor is at ${current}`}`
}
