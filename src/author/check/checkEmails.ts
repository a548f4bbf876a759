import type { Problem } from '../../../schemas/problem.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { LOCAL } from '../../flow/validations/localChecks.ts'
import { placed, type ValidParts } from './validParts.ts'

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
                message: `The action ${name} sends no email.`,
                hint: 'Remove "email": only send_email has one.',
              }
            : {
                code: 'no_email',
                at,
                message: 'The action send_email does not say what it sends.',
                hint: 'Add "email" with "to", "subject" and "text".',
              },
        ]
      }),
      ...sending.slice(1).map(({ at }): Problem => ({
        code: 'email_twice',
        at,
        message: `The step "${step?.name}" sends two emails.`,
        hint: 'Join them, or send the other one from a step of its own.',
      })),
      ...sending.flatMap(({ at, value: { email } }): Problem[] =>
        !isWhole || !email || checked.has(email.to)
          ? []
          : [
              {
                code: 'email_unchecked',
                at: [...at, 'email', 'to'],
                message: `The email goes to what "${email.to}" holds, which no step checks as an address.`,
                hint: 'Name the field of a text element with the validation email.',
              },
            ],
      ),
    ]
  })
}
