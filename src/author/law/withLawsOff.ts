import type { Problem } from '../../../schemas/author/problem.ts'
import type { LawOff } from '../../../schemas/desk/lawOff.ts'
import { LAW_PROBLEMS } from './lawProblems.ts'
import { LAW_RULES } from './lawRules.ts'

/** Problems in which a broken rule that an admin turned off is a warning with the reason. */
export function withLawsOff(problems: readonly Problem[], lawsOff: readonly LawOff[]): Problem[] {
  return problems.map((problem) => {
    const off = lawsOff.find(({ rule }) => rule === problem.law?.rule)
    const rule = off && LAW_RULES.find(({ id }) => id === off.rule)
    if (!rule) return problem
    return { ...problem, code: 'law_off', message: LAW_PROBLEMS.off(rule, off.off_by, off.reason) }
  })
}
