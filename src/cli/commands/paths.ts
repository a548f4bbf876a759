import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { PathsAnswer } from '../../../schemas/commands/author.ts'
import type { Flow } from '../../../schemas/flow.ts'
import type { Comparison } from '../../../schemas/rule.ts'
import { parseDay } from '../../flow/validations/dates.ts'
import { paths as find, type Paths, type StepChange, type Target } from '../../author/paths/paths.ts'
import { leastPaths } from '../../author/paths/bound.ts'
import { rulesText } from '../../author/ruleWords.ts'
import { simulate } from '../../author/simulate/simulate.ts'
import { solve } from '../../author/solve/solve.ts'
import { endLine } from '../../author/simulate/endWords.ts'
import { actionLines, traceLine } from '../../author/simulate/trace.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { errorsAgainst } from '../../server/publish/validators.ts'
import { command, inJson, type World } from '../command.ts'
import { misuse, refusal } from '../failure.ts'
import { siteOf } from '../files/flowFile.ts'
import { orProblems, readFlow, type FlowSource } from '../files/readFlow.ts'
import { counted, problemText } from '../words/report.ts'

export const paths = command('paths', {
  summary:
    'Makes answer scripts of a few visitors, who between them notice each mistake in a comparison of a rule.',
  usage: 'FLOW [--out DIR] [--today DAY]',
  about:
    'Each script has the steps, actions and ends that it gives, so that leadloom simulate checks it: tests for the flow. Each rule is true for one visitor and false for another. When a comparison of a step, an action or what an end shows is made true or false for everybody, or takes its limit in or leaves it out, some script fails, unless no visitor would meet a difference; --json names those. An end is looked at for each thing that can become of a lead. Scripts of an earlier run in DIR are replaced.',
  examples: [
    'leadloom paths sites/my-site',
    'leadloom paths flow.json --out tests/ && leadloom simulate flow.json --answers tests/',
  ],
  options: {
    out: { type: 'string', value: 'DIR', about: 'Write a file for each script there.' },
    today: {
      type: 'string',
      value: 'DAY',
      about: 'The day, YYYY-MM-DD, on which they come. Otherwise today in New York.',
    },
  },
  async run({ values, positionals }, world) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Name one flow file.')
    const today = values.today ?? newYorkDate(world.now())
    if (!parseDay(today)) throw misuse(`--today takes a day, YYYY-MM-DD, not "${today}".`)
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
      return { exit: 1, data, words: made.problems.map((problem) => problemText(file, problem, world)) }
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
      words: words(data, made.done, { source, world }),
    }
  },
})

interface Made extends Omit<Paths, 'paths'> {
  scripts: Omit<PathsAnswer['scripts'][number], 'file'>[]
  least: number
}

function make(flow: Flow, { today, site }: { today: string; site: string }): Made {
  const solution = solve(flow, today, { withEnds: true })
  if (!solution) throw refusal('too_entangled', 'The rules of this flow are too entangled to be decided.')
  const { paths, ...rest } = find(flow, solution, { withChanges: true })
  const scripts = paths.map(({ script, shows, notices }) => {
    const { simulation, problems } = simulate(flow, script, { today, schemaErrors: errorsAgainst })
    const [problem] = problems
    // The solver doesn't compare answers with each other, so the flow may refuse an answer that it found.
    if (problem) throw refusal('impassable', `No visitor was found who passes this flow. ${problem.message}`)
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
  { source, world }: { source: FlowSource; world: World },
): string[] {
  const line = (code: string, at: Target['at'], message: string, hint: string) =>
    problemText(source.file, source.locate({ code, at, message, hint }), world)
  const ruleLine = (target: Target, message: string, hint: string) =>
    line(`never_${target.way}`, target.at, message, hint)
  const noticed = scripts.reduce((sum, { notices }) => sum + notices.length, 0)
  const { equal, undecided } = unnoticed
  const planted = noticed + equal.length + undecided.length + unnoticed.missed.length
  return [
    ...scripts.map(({ file, script, shows, notices }, index) => {
      const shown = script.trace?.filter((stop) => stop.endsWith(' shown')).length ?? 0
      return `${file ?? `path ${index + 1}`}  ${counted(shown, 'step')} shown; ${counted(shows.length, 'way')} that none before it takes; ${counted(notices.length, 'change')} that none before it notices`
    }),
    ...impossible.map((target) =>
      ruleLine(
        target,
        `The rule ${rulesText([target.rule])} never ${target.way} at ${target.step}.`,
        target.way === 'fails' ? 'Whoever comes to it meets it.' : 'Nobody who comes to it can meet it.',
      ),
    ),
    ...missed.map((target) =>
      ruleLine(target, `No path was found on which the rule ${target.way}.`, 'Write one by hand.'),
    ),
    ...unnoticed.missed.map(({ at, condition, instead }) =>
      line(
        'change_missed',
        at,
        `No path was found that notices when "${rulesText([condition])}" becomes ${INSTEAD[instead] ?? `"${rulesText([{ ...condition, condition: instead as Comparison }])}"`}.`,
        'Write one by hand.',
      ),
    ),
    `${counted(planted, 'change')} of single comparisons: ${noticed} noticed, ${equal.length} that no visitor would meet${undecided.length > 0 ? `, ${undecided.length} not decided` : ''}${unnoticed.missed.length > 0 ? `, ${unnoticed.missed.length} missed` : ''}.`,
    `${counted(scripts.length, 'path')}: each rule is true in one and false in another${impossible.length > 0 ? ', where it can' : ''}. ${
      scripts.length <= least
        ? 'Fewer cannot do it.'
        : `At least ${least} are needed; that fewer than ${scripts.length} could do it is not ruled out.`
    }`,
  ]
}

const INSTEAD: Partial<Record<StepChange['instead'], string>> = {
  always: 'true for everybody',
  never: 'false for everybody',
}
