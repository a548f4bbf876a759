import type { FlowDocument } from '../../schemas/flow/flow.ts'
import type { AnswerScript } from '../../schemas/author/script.ts'
import { paths } from '../../src/author/paths/paths.ts'
import { simulate } from '../../src/author/simulate/simulate.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { newYorkDate } from '../../src/time/newYorkDay.ts'
import { errorsAgainst } from '../../src/server/publish/validators.ts'

/** A visitor's query and answers, the headers that their browser sends with everything, and the steps that they see. */
export type Way = Required<Pick<AnswerScript, 'query' | 'answers'>> & {
  headers: Record<string, string>
  shown: string[]
}

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
    .flatMap((script): AnswerScript[] => [script, optedOut(flow, script)])
    .map((script): Way => {
      const { query = {}, answers, opt_out } = script
      const { trace } = simulate(flow, script, { today, schemaErrors: errorsAgainst }).simulation
      const headers: Way['headers'] = opt_out === 'gpc' ? { 'sec-gpc': '1' } : {}
      return {
        query,
        answers,
        headers,
        shown: trace.flatMap(({ step, kind }) => (kind === 'shown' ? [step] : [])),
      }
    })
  const open = new Set(steps)
  const ways: Way[] = []
  const news = ({ shown }: Way) => shown.filter((id) => open.has(id))
  while (open.size > 0) {
    // Visitors who opted out only show the steps that nobody else sees.
    const others = known.filter((way) => !('sec-gpc' in way.headers) && news(way).length > 0)
    const best = (others.length > 0 ? others : known).reduce((a, b) =>
      news(b).length > news(a).length ? b : a,
    )
    const last = news(best).at(-1)
    if (last === undefined) throw new Error(`Nobody who comes today sees ${[...open].join(', ')}.`)
    const shown = best.shown.slice(0, best.shown.indexOf(last) + 1)
    ways.push({ ...best, shown })
    for (const id of shown) open.delete(id)
  }
  return ways
}

/** The same visitor with Global Privacy Control, who asks for every call anyway. */
function optedOut({ ui_config }: FlowDocument, script: AnswerScript): AnswerScript {
  const asked = Object.entries(ui_config.offers).flatMap(([offer, { steps }]) =>
    steps.flatMap(({ name, type }) => (type === 'call_anyway' ? [[`${offer}/${name}`, {}] as const] : [])),
  )
  return { ...script, opt_out: 'gpc', answers: { ...script.answers, ...Object.fromEntries(asked) } }
}
