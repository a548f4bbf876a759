import type { Located } from '../../../schemas/author/problem.ts'
import { answerLines, arrivalWords } from '../../author/words/witnessWords.ts'

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
    ...(witness ? [arrivalWords(witness), ...indented(answerLines(witness))] : []),
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

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
