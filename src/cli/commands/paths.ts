import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { PathsAnswer } from '../../../schemas/commands/author.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Comparison } from '../../../schemas/kernel/rule.ts'
import { parseDay } from '../../flow/kernel/dates.ts'
import { paths as find, type Paths, type StepChange, type Target } from '../../author/paths/paths.ts'
import { leastPaths } from '../../author/paths/bound.ts'
import { rulesText } from '../../author/kernel/ruleWords.ts'
import { simulate } from '../../author/simulate/simulate.ts'
import { solve } from '../../author/solve/solve.ts'
import { endLine } from '../../author/simulate/endWords.ts'
import { actionLines, traceLine } from '../../author/simulate/trace.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { errorsAgainst } from '../../server/publish/validators.ts'
import { command, inJson, type CommandContext } from '../kernel/command.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { siteOf } from '../files/flowFile.ts'
import { orProblems, readFlow, type FlowSource } from '../files/readFlow.ts'
import { counted, problemText } from '../words/report.ts'

export const paths = command('paths', {
  summary: "Generate answer scripts that catch mistakes in a flow's rules",
  usage: 'FLOW [--out DIR] [--today DAY]',
  about:
    'The scripts are tests for the flow. Each one lists the steps, actions, and last page it expects, and leadloom simulate checks them.\nEvery rule is true in one script and false in another. If a comparison becomes always true, always false, or off by one, a script fails, unless no visitor would notice (--json lists those). The last page is checked for each possible result of a lead.\nScripts from an earlier run in DIR are replaced.',
  examples: [
    'leadloom paths sites/my-site',
    'leadloom paths flow.json --out tests/ && leadloom simulate flow.json --answers tests/',
  ],
  options: {
    out: { type: 'string', value: 'DIR', about: 'The folder to write a file per script to.' },
    today: {
      type: 'string',
      value: 'DAY',
      about: 'The day of the visits, YYYY-MM-DD. Default: today in New York.',
    },
  },
  async run({ values, positionals }, ctx) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Add one flow file.')
    const today = values.today ?? newYorkDate(ctx.now())
    if (!parseDay(today)) throw misuse(`--today must be a day (YYYY-MM-DD), not "${today}".`)
    const source = await readFlow(word)
    const { file, flow } = source
    const made = flow ? orProblems(source, () => make(flow, { today, site: siteOf(file) })) : source
    if ('problems' in made) {
      const data = {
        flow: { file, problems: made.problems },
        least: 0,
        scripts: [],
        impossible: [],
        missed: [],
        unnoticed: { equal: [], undecided: [], missed: [] },
      }
      return { exit: 1, data, words: made.problems.map((problem) => problemText(file, problem, ctx)) }
    }
    const { scripts, least, impossible, missed, unnoticed } = made.done
    const files = values.out === undefined ? [] : await write(values.out, siteOf(file), scripts)
    const data: PathsAnswer = {
      flow: { file, problems: [] },
      least,
      scripts: scripts.map((script, index) => ({ ...script, file: files[index] ?? null })),
      impossible: impossible.map(targetInWords),
      missed: missed.map(targetInWords),
      unnoticed: {
        equal: unnoticed.equal.map(changeInWords),
        undecided: unnoticed.undecided.map(changeInWords),
        missed: unnoticed.missed.map(changeInWords),
      },
    }
    return {
      exit: missed.length + unnoticed.missed.length === 0 ? 0 : 1,
      data,
      words: words(data, made.done, { source, ctx }),
    }
  },
})

interface Made extends Omit<Paths, 'paths'> {
  scripts: Omit<PathsAnswer['scripts'][number], 'file'>[]
  least: number
}

function make(flow: Flow, { today, site }: { today: string; site: string }): Made {
  const solution = solve(flow, today, { withEnds: true })
  if (!solution) throw refusal('too_entangled', 'The rules of this flow are too complex to analyze.')
  const { paths, ...rest } = find(flow, solution, { withChanges: true, today })
  const scripts = paths.map(({ script, shows, notices }) => {
    const { simulation, problems } = simulate(flow, script, { today, schemaErrors: errorsAgainst })
    const [problem] = problems
    // The solver doesn't compare answers with each other, so the flow may refuse an answer that it found.
    if (problem) throw refusal('impassable', `No visitor can get through this flow. ${problem.message}`)
    return {
      script: {
        site,
        ...script,
        trace: simulation.trace.map(traceLine),
        actions: simulation.trace.flatMap(actionLines),
        ...(simulation.ends.length > 0 && { ends: simulation.ends.map(endLine) }),
      },
      shows: shows.map(targetInWords),
      notices: notices.map(changeInWords),
    }
  })
  return { ...rest, scripts, least: leastPaths(flow, today) }
}

function targetInWords({ at, step, rule, way }: Target) {
  return { at, step, rule: rulesText([rule]), way }
}

function changeInWords({ at, step, condition, instead }: StepChange) {
  return { at, step, condition: rulesText([condition]), instead }
}

async function write(folder: string, site: string, scripts: Made['scripts']): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const name = (index: number) => `${site}-path-${String(index + 1).padStart(2, '0')}.json`
  const own = (await readdir(folder)).filter(
    (file) => file.startsWith(`${site}-path-`) && file.endsWith('.json'),
  )
  await Promise.all(own.map((file) => rm(join(folder, file))))
  const $schema = relative(folder, join(import.meta.dirname, '../../../schemas/json/answers.schema.json'))
  return Promise.all(
    scripts.map(async ({ script }, index) => {
      const file = join(folder, name(index))
      await writeFile(file, `${inJson({ $schema, ...script })}\n`)
      return file
    }),
  )
}

function words(
  { scripts, least }: PathsAnswer,
  { impossible, missed, unnoticed }: Made,
  { source, ctx }: { source: FlowSource; ctx: CommandContext },
): string[] {
  const line = (code: string, at: Target['at'], message: string, hint: string) =>
    problemText(source.file, source.locate({ code, at, message, hint }), ctx)
  const ruleLine = (target: Target, message: string, hint: string) =>
    line(`never_${target.way}`, target.at, message, hint)
  const noticed = scripts.reduce((sum, { notices }) => sum + notices.length, 0)
  const { equal, undecided } = unnoticed
  const planted = noticed + equal.length + undecided.length + unnoticed.missed.length
  return [
    ...scripts.map(({ file, script, shows, notices }, index) => {
      const shown = script.trace?.filter((stop) => stop.endsWith(' shown')).length ?? 0
      return `${file ?? `path ${index + 1}`}  ${counted(shown, 'step')} shown, ${counted(shows.length, 'new rule result')}, ${counted(notices.length, 'new change')} caught`
    }),
    ...impossible.map((target) =>
      ruleLine(
        target,
        `The rule ${rulesText([target.rule])} never ${target.way} at ${target.step}.`,
        target.way === 'fails'
          ? 'It is true for every visitor who gets there.'
          : 'It is false for every visitor who gets there.',
      ),
    ),
    ...missed.map((target) =>
      ruleLine(target, `Couldn't find a path where the rule ${target.way}.`, 'Write one by hand.'),
    ),
    ...unnoticed.missed.map(({ at, condition, instead }) =>
      line(
        'change_missed',
        at,
        `Couldn't find a path that catches when "${rulesText([condition])}" becomes ${INSTEAD[instead] ?? `"${rulesText([{ ...condition, condition: instead as Comparison }])}"`}.`,
        'Write one by hand.',
      ),
    ),
    `${counted(planted, 'change')} to single comparisons: ${noticed} caught, ${equal.length} that no visitor would notice${undecided.length > 0 ? `, ${undecided.length} undecided` : ''}${unnoticed.missed.length > 0 ? `, ${unnoticed.missed.length} missed` : ''}.`,
    scripts.every(({ shows, notices }) => shows.length + notices.length === 0)
      ? `${counted(scripts.length, 'path')} from the first step to the end. The flow has no rules to check.`
      : `${counted(scripts.length, 'path')}: each rule is true in one and false in another${impossible.length > 0 ? ' where possible' : ''}. ${
          scripts.length <= least
            ? 'No smaller set could do that.'
            : `At least ${least} are needed. A set smaller than ${scripts.length} may exist.`
        }`,
  ]
}

const INSTEAD: Partial<Record<StepChange['instead'], string>> = {
  always: 'always true',
  never: 'always false',
}
