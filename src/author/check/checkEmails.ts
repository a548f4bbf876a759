import type { Problem } from '../../../schemas/problem.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { LOCAL } from '../../flow/validations/localChecks.ts'
import { placed, type ValidParts } from './validParts.ts'
import { STEP_PROBLEMS } from '../../texts/author/stepProblems.ts'

/** An action that sends an email says what and to whom, one on a step, to an address that is checked as one. */
export function checkEmails({ questions, steps }: ValidParts): Problem[] {
  const checked = new Set(
    steps
      .flatMap(({ leaves }) => leaves)
      .flatMap(({ value: element }) => {
        if (!isA(element, 'text')) return []
        const isChecked = element.validations.local.some(({ name }) => LOCAL[name].contact === 'email')
        const answers = questions.get(element.question_key)?.answers
        return isChecked ? (answers?.[element.answer_id]?.backend_field_name ?? []) : []
      }),
  )
  const isWhole = steps.every(({ value, leaves }) => value && leaves.every((leaf) => leaf.value))
  return steps.flatMap(({ at, value: step }) => {
    const actions = placed(step?.execute_actions ?? [], [...at, 'execute_actions'])
    const sending = actions.filter(({ value }) => value.name === 'send_email')
    return [
      ...actions.flatMap(({ at, value: { name, email } }): Problem[] => {
        if ((name === 'send_email') === (email !== undefined)) return []
        return [
          email
            ? {
                code: 'unused_email',
                at: [...at, 'email'],
                ...STEP_PROBLEMS.unusedEmail(name),
              }
            : {
                code: 'no_email',
                at,
                ...STEP_PROBLEMS.noEmail,
              },
        ]
      }),
      ...sending.slice(1).map(({ at }): Problem => ({
        code: 'email_twice',
        at,
        ...STEP_PROBLEMS.emailTwice(step?.name),
      })),
      ...sending.flatMap(({ at, value: { email } }): Problem[] =>
        !isWhole || !email || checked.has(email.to)
          ? []
          : [
              {
                code: 'email_unchecked',
                at: [...at, 'email', 'to'],
                ...STEP_PROBLEMS.emailUnchecked(email.to),
              },
            ],
      ),
    ]
  })
}
