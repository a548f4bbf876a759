import type { Located } from '../../schemas/problem.ts'
import { quoted } from '../flow/ruleWords.ts'

/** What shows that a problem is real, for people: the rules that are at odds, each with its line and column, or a visitor
 *  whom it meets, step by step; and what the proof takes for granted. */
export function proofLines({ code, conflict = [], witness, limit }: Located): string[] {
  return [
    ...(conflict.length > 1
      ? [
          code === 'rule_always' ? 'It follows from these rules:' : 'These rules are at odds:',
          ...indented(conflict.map(ruleLine)),
        ]
      : []),
    ...(witness ? [visitor(witness), ...indented(Object.entries(witness.answers).map(answerLine))] : []),
    ...(limit === undefined ? [] : [limit]),
  ]
}

function ruleLine({ line, column, step, rule }: NonNullable<Located['conflict']>[number]): string {
  return `${line}:${column}  ${step}  ${rule}`
}

function visitor({ today, query = {} }: NonNullable<Located['witness']>): string {
  const address = new URLSearchParams(query).toString()
  return `It meets a visitor who comes${today === undefined ? '' : ` on ${today}`}${address && ` by ?${address}`} and answers:`
}

function answerLine([step, entered]: [string, Record<string, string | string[]>]): string {
  const answers = Object.entries(entered).map(([field, value]) => `${field} ${quoted(value)}`)
  return `${step}  ${answers.join(', ') || 'nothing'}`
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
