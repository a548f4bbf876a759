import type { Located } from '../../../schemas/author/problem.ts'
import { quoted } from '../../author/kernel/ruleWords.ts'

/** Evidence of a problem as readable text: the conflicting rules, each with line and column, or a visitor who meets it, step by step;
 *  and the proof's assumptions. */
export function proofLines({ code, conflict = [], rules = [], witness, limit }: Located): string[] {
  return [
    ...(conflict.length > 1
      ? [
          code === 'rule_always' ? 'This follows from these rules:' : 'These rules conflict:',
          ...indented(conflict.map(ruleLine)),
        ]
      : []),
    ...(rules.length > 0 ? ['Undecided:', ...indented(shortened(rules.map(ruleLine).map(inShort)))] : []),
    ...(witness ? [visitor(witness), ...indented(Object.entries(witness.answers).map(answerLine))] : []),
    ...(limit === undefined ? [] : [limit]),
  ]
}

function ruleLine({ line, column, step, rule }: NonNullable<Located['conflict']>[number]): string {
  return `${line}:${column}  ${step}  ${rule}`
}

/** Number of lines people will read; --json has all. */
const SHOWN = 12

/** Length of a rule that people will read. */
const RULE_SHOWN = 240

function inShort(line: string): string {
  return line.length > RULE_SHOWN ? `${line.slice(0, RULE_SHOWN)}…` : line
}

function shortened(lines: readonly string[]): readonly string[] {
  const more = lines.length - SHOWN
  return more > 1 ? [...lines.slice(0, SHOWN), `and ${more} more`] : lines
}

function visitor({ today, query = {} }: NonNullable<Located['witness']>): string {
  const address = new URLSearchParams(query).toString()
  return `It affects a visitor who arrives${today === undefined ? '' : ` on ${today}`}${address && ` with ?${address}`} and answers:`
}

function answerLine([step, entered]: [string, Record<string, string | string[]>]): string {
  const answers = Object.entries(entered).map(([field, value]) => `${field} ${quoted(value)}`)
  return `${step}  ${answers.join(', ') || 'nothing'}`
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
