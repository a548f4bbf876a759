import { styleText, type InspectColor } from 'node:util'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Deciding, Sent, Traced, TracedAction } from '../../../schemas/author/trace.ts'
import { factsText, quoted } from '../../author/kernel/ruleWords.ts'
import type { CommandContext } from '../kernel/command.ts'

export interface Telling {
  /** Calls sent on each occasion. */
  sends: readonly Sent[]
  /** Line of a place in the flow file, if known. */
  lineOf?: (at: Problem['at']) => number
  ctx: CommandContext
}

/** A trace as readable text: a line for each step, and below it what was answered, computed, due, and sent. Omits the calls that send
 *  each answered or passed step itself. */
export function traceWords(trace: readonly Traced[], telling: Telling): string[] {
  const width = Math.max(0, ...trace.map(({ step }) => step.length))
  const paint = painter(telling.ctx)
  return [
    ...occasion('opening the page', sentOn('open', telling.sends)),
    ...occasion('the first click', sentOn('click', telling.sends)),
    ...trace.flatMap((stop) => [
      paint(
        STYLE[stop.kind],
        `${stop.kind.padEnd(KIND_WIDTH)}  ${stop.step.padEnd(width)}  ${reason(stop, telling)}`,
      ),
      ...details(stop, telling).map((line) => `${INDENT}${paint('dim', line)}`),
    ]),
  ]
}

const KIND_WIDTH = 'skipped'.length
const INDENT = ' '.repeat(KIND_WIDTH + 2)
const STYLE: Record<Traced['kind'], InspectColor> = { shown: 'bold', hidden: 'cyan', skipped: 'dim' }

function reason({ because, kind }: Traced, telling: Telling): string {
  if (because.length === 0) return kind === 'skipped' ? '' : 'no rules'
  return facts(because, telling)
}

function details({ step, answered, computed, actions, kind }: Traced, telling: Telling): string[] {
  const sends = sentOn(step, telling.sends)
  return [
    ...Object.entries(answered ?? {}).map(([field, value]) => `answered  ${field}: ${quoted(value)}`),
    ...Object.entries(computed).map(([field, value]) => `computed  ${field}: ${quoted(value)}`),
    ...actions.map((action) => `action    ${action.name} ${dueness(action, kind, telling)}`),
    ...(sends.length > 0 ? [`sends     ${calls(sends)}`] : []),
  ]
}

function dueness({ due, because }: TracedAction, kind: Traced['kind'], telling: Telling): string {
  const facted = because.length > 0 ? `: ${facts(because, telling)}` : ''
  if (kind === 'skipped') return "doesn't run, because the step is skipped"
  return `${due ? 'runs' : "doesn't run"}${facted}`
}

function facts(because: readonly Deciding[], { lineOf }: Telling): string {
  const text = factsText(because)
  const lines = [...new Set(lineOf ? because.map(({ at }) => lineOf(at)) : [])]
  if (lines.length === 0) return text
  return `${text}  (line${lines.length > 1 ? 's' : ''} ${lines.join(', ')})`
}

/** Calls sent on a step's submission, except the steps themselves, which the trace already has. */
function sentOn(occasion: string, sends: readonly Sent[]): Sent[] {
  return sends.filter(({ on, call }) => on === occasion && call !== 'step')
}

function calls(sends: readonly Sent[]): string {
  return sends.map(callText).join(', ')
}

function callText(sent: Sent): string {
  return sent.call === 'impression' ? `impression ${sent.offer}` : sent.call
}

function occasion(name: string, sends: readonly Sent[]): string[] {
  return sends.length === 0 ? [] : [`${name} sends ${calls(sends)}`]
}

function painter({ isColor }: CommandContext) {
  return (format: InspectColor, text: string) =>
    isColor ? styleText(format, text, { validateStream: false }) : text
}
