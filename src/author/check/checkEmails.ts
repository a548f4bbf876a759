import type { Problem } from '../../../schemas/author/problem.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { LOCAL } from '../../flow/elements/localChecks.ts'
import { corrected } from '../kernel/nearest.ts'
import { ANSWER_PROBLEMS } from './answerProblems.ts'
import { placed, type Placed, type ValidParts } from '../kernel/validParts.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'

/** Checks that an action that sends an email names its template and recipient, and that the recipient's field is on a step and validated
 *  as an email address. The same goes for the field that the server mails to on its own. */
export function checkEmails({ questions, steps, mailedFields }: ValidParts): Problem[] {
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
  const ofSite = isWhole ? mailedFields.flatMap((field) => wrongField(field, { checked, questions })) : []
  const sends = steps.some(({ value }) => value?.execute_actions?.some(({ name }) => name === 'send_lead'))
  const confirming = mailedFields.find(({ by }) => by === 'confirm_lead')
  const useless: Problem[] =
    confirming && isWhole && !sends
      ? [{ code: 'confirms_no_lead', at: confirming.at.slice(0, -1), ...STEP_PROBLEMS.confirmsNoLead }]
      : []
  const ofSteps = steps.flatMap(({ at, value: step }) => {
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
  return [...ofSite, ...useless, ...ofSteps]
}

/** Problem with an email field: one that no step answers is probably misspelled; one on another step has an answer that is not an
 *  address. */
function wrongField(
  { at, value: field }: Placed<string>,
  { checked, questions }: { checked: ReadonlySet<string> } & Pick<ValidParts, 'questions'>,
): Problem[] {
  if (checked.has(field)) return []
  const isAnswered = [...questions.values()].some((question) =>
    Object.values(question?.answers ?? {}).some(({ backend_field_name }) => backend_field_name === field),
  )
  return [
    isAnswered
      ? { code: 'email_unchecked', at, ...STEP_PROBLEMS.emailUnchecked(field) }
      : {
          code: 'unknown_field',
          at,
          ...ANSWER_PROBLEMS.unknownField(field),
          ...corrected(field, checked, 'fields'),
        },
  ]
}
