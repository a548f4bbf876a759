import type { Flow } from '../../../schemas/flow/flow.ts'
import type { ReplayVisit } from '../../../schemas/studio/replay.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { openBothWalks } from './bothWalks.ts'
import type { RecordedVisit } from './givenAnswers.ts'
import { commonSteps } from './visitDifferences.ts'

/** Walks one visit in both flows. Without `seesPersons`, an answer is included only if it is a value from the flow itself, so nothing
 *  that a visitor typed gets out. */
export function compareVisit(
  before: Flow,
  after: Flow,
  visit: RecordedVisit,
  seesPersons: boolean,
): ReplayVisit {
  const ways = openBothWalks(before, after)(visit)
  return {
    session_uuid: visit.uuid,
    language: visit.language,
    answers: visit.steps.flatMap((submission) => {
      const { questions } = inLanguage(before, submission.language).constants_config
      return submission.answers.map(({ question_key, answer_key, raw_data }) => {
        const asked = questions[question_key]?.answers[answer_key.split('.')[0]!]
        const isOfFlow =
          asked?.backend_field_value === raw_data ||
          asked?.options?.some(({ backend_field_value }) => backend_field_value === raw_data)
        return {
          step: stepId(submission),
          field: asked?.backend_field_name ?? question_key,
          value: isOfFlow || seesPersons ? raw_data : null,
        }
      })
    }),
    ...ways,
    parts_at: commonSteps(ways.before, ways.after),
  }
}
