import type { LawAnswer, LawLine } from '../../../schemas/commands/publishing.ts'
import type { Located } from '../../../schemas/author/problem.ts'
import type { LawOff } from '../../../schemas/desk/lawOff.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { REGIME_MEANINGS, STATE_OF } from '../../../schemas/flow/regimes.ts'
import { LAW_RULES, rulesOfRegimes } from '../../author/law/lawRules.ts'
import { isError } from '../../author/kernel/weights.ts'
import { problemsOf } from '../../author/problemsOf.ts'
import { REFUSALS } from '../../server/kernel/callRefusals.ts'
import { decisionsOf } from '../../server/origins/listedHosts.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { command, type CommandContext } from '../kernel/command.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { withKeptStore, withStore } from '../kernel/withStore.ts'
import { flowNamed } from '../files/flowNamed.ts'
import { counted, problemText } from '../words/report.ts'

export const law = command('law', {
  summary: 'List the legal rules of a flow and whether it keeps them, or turn a rule off',
  usage: 'FLOW | [off RULE --reason TEXT | on RULE]',
  about:
    "FLOW is a flow file or folder, or PATH@live or PATH@VERSION from the database. Without FLOW, it lists the rules that are off.\nA rule that's off no longer prevents publishing on this server. A flow that breaks it gets a warning with the reason. The audit log records it.\nThis is product design, not legal advice.",
  examples: [
    'leadloom law sites/my-site',
    'leadloom law my-site@live',
    'leadloom law off us-wa-hours --reason "Our buyers don\'t call people in Washington."',
    'leadloom law on us-wa-hours',
  ],
  options: {
    reason: { type: 'string', value: 'TEXT', about: 'With off: why flows don’t have to keep the rule.' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values, positionals }, ctx) {
    const [verb, rule, ...rest] = positionals
    if (verb === 'off' || verb === 'on') {
      if (rule === undefined || rest.length > 0) throw misuse(`Use law ${verb} RULE.`)
      return verb === 'off' ? turnOff(rule, values.reason, ctx) : turnOn(rule, ctx)
    }
    if (rule !== undefined) throw misuse('Add one flow, or use law off RULE or law on RULE.')
    if (verb === undefined) return withKeptStore(ctx, async (store) => listed(await store.lawsOff()))
    const { file, bytes, flow, problems: unreadable } = await flowNamed(verb, ctx)
    const decisions = verb.includes('@') ? await withKeptStore(ctx, decisionsOf) : null
    const off = decisions?.lawsOff ?? []
    const problems = flow
      ? problemsOf(decisions ? written(flow) : bytes, undefined, newYorkDate(ctx.now()), undefined, decisions)
      : unreadable
    const lines = flow ? linesOf(flow, problems, off) : []
    const found = flow ? problems.filter((problem) => problem.law) : problems
    const broken = found.filter(isError).length
    return {
      exit: broken > 0 || !flow ? 1 : 0,
      data: { off: [...off], rules: lines, problems: found } satisfies LawAnswer,
      words: [
        ...lines.map(lineText),
        ...found.map((problem) => problemText(file, problem, ctx)),
        ...(flow ? [ending(lines)] : []),
      ],
    }
  },
})

/** A published flow as its author would write it. */
function written(flow: Flow): string {
  return JSON.stringify({ $schema: '', ...flow, pictures: undefined })
}

/** Rules of a flow's offers, each with what became of it. With other errors, no visitor can be looked for. */
function linesOf(flow: Flow, problems: readonly Located[], off: readonly LawOff[]): LawLine[] {
  const isProved = problems.every(
    (problem) => !isError(problem) || problem.law || problem.code === 'company_missing',
  )
  return flow.offer_order.flatMap((offer) =>
    rulesOfRegimes(flow.ui_config.offers[offer]?.regimes).map((rule): LawLine => {
      const problem = problems.find(({ law }) => law?.rule === rule.id && law.offer === offer)
      const reason = off.find((one) => one.rule === rule.id)?.reason
      const { id, regime, source, confidence, from, text } = rule
      return {
        offer,
        rule: id,
        regime,
        source,
        confidence,
        from,
        text,
        applies: STATE_OF[regime] ?? null,
        result:
          reason !== undefined
            ? 'off'
            : problem
              ? problem.code === 'law_soon'
                ? 'soon'
                : 'broken'
              : isProved
                ? 'kept'
                : 'unchecked',
        reason: reason ?? null,
      }
    }),
  )
}

function lineText({ offer, rule, regime, source, applies, result, from, reason, text }: LawLine): string {
  const why = `${REGIME_MEANINGS[regime as keyof typeof REGIME_MEANINGS]}${applies === null ? '' : `, visitors in ${applies}`}`
  const when = result === 'soon' ? ` from ${from}` : ''
  return `${RESULTS[result]}${when}  ${offer}  ${rule}  ${text}  (${source}; ${why})${reason === null ? '' : `  ${reason}`}`
}

const RESULTS: Record<LawLine['result'], string> = {
  kept: 'kept',
  broken: 'BROKEN',
  soon: 'broken',
  off: 'off',
  unchecked: 'not checked',
}

function ending(lines: readonly LawLine[]): string {
  if (lines.length === 0) return 'No offer has "regimes" yet. docs/recipes/law.md shows how to add them.'
  const count = (result: LawLine['result']) => lines.filter((line) => line.result === result).length
  const rest = (['broken', 'soon', 'off', 'unchecked'] as const).flatMap((result) =>
    count(result) > 0 ? `${count(result)} ${ENDINGS[result]}` : [],
  )
  return `${counted(lines.length, 'rule')}: ${[`${count('kept')} kept`, ...rest].join(', ')}.`
}

const ENDINGS = {
  broken: 'broken',
  soon: 'broken soon',
  off: 'off',
  unchecked: 'not checked because of other errors',
}

function listed(off: readonly LawOff[]) {
  return {
    exit: 0 as const,
    data: { off: [...off], rules: [], problems: [] } satisfies LawAnswer,
    words:
      off.length === 0
        ? ['No legal rules are off.']
        : off.map(
            ({ rule, reason, off_by, off_at }) =>
              `${rule}  off by ${off_by} since ${new Date(off_at).toISOString()}  ${reason}`,
          ),
  }
}

async function turnOff(rule: string, reason: string | undefined, ctx: CommandContext) {
  if (!LAW_RULES.some(({ id }) => id === rule)) throw refusal('unknown_law', REFUSALS.noLawRule(rule))
  if (reason === undefined || !/\S/.test(reason) || reason.length > 300)
    throw misuse('Add --reason with at most 300 characters.')
  return withStore(ctx, async (store) => {
    if (!(await store.turnLawOff({ rule, reason, off_by: 'console', off_at: ctx.now() })))
      throw refusal('known_law_off', REFUSALS.lawRuleOff(rule))
    return {
      ...listed(await store.lawsOff()),
      words: [`Turned off ${rule}. Flows that break it get a warning.`],
    }
  })
}

async function turnOn(rule: string, ctx: CommandContext) {
  return withKeptStore(ctx, async (store) => {
    if (!(await store.turnLawOn(rule, { by: 'console', at: ctx.now() })))
      throw refusal('unknown_law_off', REFUSALS.lawRuleOn(rule))
    return {
      ...listed(await store.lawsOff()),
      words: [`Turned on ${rule}. Flows that break it can't be published.`],
    }
  })
}
