import type { FlowDocument } from '../../schemas/flow/flow.ts'
import type { AnswerScript } from '../../schemas/author/script.ts'
import { paths } from '../../src/author/paths/paths.ts'
import { simulate } from '../../src/author/simulate/simulate.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { newYorkDate } from '../../src/time/newYorkDay.ts'
import { errorsAgainst } from '../../src/server/publish/validators.ts'

/** A visitor's query and answers, and the steps that they see. */
export type Way = Required<Pick<AnswerScript, 'query' | 'answers'>> & { shown: string[] }

/** The steps that visitors can be shown, in the flow's order: `offer/step`. */
export function visibleSteps({ ui_config, offer_order }: FlowDocument): string[] {
  return offer_order.flatMap((offer) =>
    ui_config.offers[offer]!.steps.flatMap(({ name, type }) => (type === 'hidden' ? [] : `${offer}/${name}`)),
  )
}

/** Ways of visitors who come today and together see all of these steps, each way up to the last step that no earlier one shows. Greedy: the
 *  next way is the one that shows most of those left.
 *  Throws if no way shows a step. */
export function waysTo(flow: FlowDocument, steps: readonly string[]): Way[] {
  const today = newYorkDate(Date.now())
  const solution = solve(flow, today)
  if (!solution) throw new Error('The flow is too entangled to be solved.')
  const toTheEnd = paths(flow, solution).paths.map(({ script }) => script)
  const toEach = solution.steps.flatMap(({ shown }) => shown.script() ?? [])
  const known = [...toTheEnd, ...toEach]
    .filter((script) => script.today === today)
    .map((script): Way => {
      const { trace } = simulate(flow, script, { today, schemaErrors: errorsAgainst }).simulation
      return { ...script, shown: trace.flatMap(({ step, kind }) => (kind === 'shown' ? [step] : [])) }
    })
  const open = new Set(steps)
  const ways: Way[] = []
  const news = ({ shown }: Way) => shown.filter((id) => open.has(id))
  while (open.size > 0) {
    const best = known.reduce((a, b) => (news(b).length > news(a).length ? b : a))
    const last = news(best).at(-1)
    if (last === undefined) throw new Error(`Nobody who comes today sees ${[...open].join(', ')}.`)
    const shown = best.shown.slice(0, best.shown.indexOf(last) + 1)
    ways.push({ ...best, shown })
    for (const id of shown) open.delete(id)
  }
  return ways
}
