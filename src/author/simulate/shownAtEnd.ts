import type { Case, LeafElement } from '../../../schemas/elements/element.ts'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import type { ShownAtEnd } from '../../../schemas/author/trace.ts'
import type { Fields } from '../../flow/answers/fields.ts'
import { leaves } from '../../flow/elements/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import type { Journey } from '../../flow/journey.ts'
import { fatesOf, leadsOnPath, type Fate } from '../../flow/outcome.ts'
import { redirectLink, type PassedOn } from '../../flow/redirects.ts'
import {
  BUYER_FIELD,
  cardBuyer,
  isShown,
  RESULT_FIELD,
  resultBuyers,
  resultFields,
  rulesIn,
  shownCase,
} from '../../flow/results.ts'
import type { Course } from '../../flow/walk.ts'
import { wordsIn } from '../kernel/wordsIn.ts'

/** Outcomes of a lead that was sent. */
const CAN_BECOME: readonly Fate[] = ['accepted', 'waiting', 'rejected', 'kept']

/** Contents that the step shows by its rules, for each possible outcome of the leads on the visitor's path. All buyers of a lead are
 *  assumed to give the same outcome. Empty if no rule of the step decides what is shown. */
export function shownAtEnd(course: Course, journey: Journey, step: Step, fields: Fields): ShownAtEnd[] {
  return outcomesOf(course, journey, fields).flatMap((visitor) => shownWith(course.flow, step, visitor) ?? [])
}

/** Everything that the step shows, for each of the same outcomes. */
export function readAtEnd(course: Course, journey: Journey, step: Step, fields: Fields): ShownAtEnd[] {
  const all = leaves(step.questions)
  return outcomesOf(course, journey, fields).map((visitor) => shownOf(course.flow, all, visitor))
}

/** The visitor with each possible outcome of the leads on their path. */
export function outcomesOf(
  course: Course,
  journey: Pick<Journey, 'answers' | 'current'>,
  fields: Fields,
): PassedOn[] {
  const fates = fatesOf(leadsOnPath(course, journey), null)
  const isSent = [...fates.values()].includes('sending')
  return (isSent ? CAN_BECOME : [null]).map((fate) => ({
    fields,
    fates: new Map(Array.from(fates, ([key, now]) => [key, now === 'sending' && fate ? fate : now])),
    notSold: fate === 'kept' ? 'gpc' : null,
  }))
}

/** The same with a known outcome; null if no rule of the step decides what is shown. */
export function shownWith(flow: Flow, step: Step, visitor: PassedOn): ShownAtEnd | null {
  const ruled = leaves(step.questions).filter(
    (element) => isA(element, 'result') || rulesIn(element).length > 0 || cardBuyer(element) !== undefined,
  )
  return ruled.length === 0 ? null : shownOf(flow, ruled, visitor)
}

function shownOf(flow: Flow, elements: readonly LeafElement[], visitor: PassedOn): ShownAtEnd {
  const results = resultFields(flow, visitor.fates)
  const known = { ...visitor.fields, ...results }
  const names = resultBuyers(flow, known)
  const [redirect] = elements.flatMap((element) => caseOf(element, known)?.redirect ?? [])
  return {
    outcome: String(results[RESULT_FIELD]),
    shows: elements.flatMap((element) => textOf(element, known, names)),
    ...(redirect && {
      redirect: {
        link: redirectLink(redirect, visitor),
        buyer: (results[BUYER_FIELD + redirect.buyer] === 'accepted' && redirect.buyer) || null,
      },
    }),
  }
}

/** Text of a result that is shown. */
function caseOf(element: LeafElement, known: Fields): Case | undefined {
  return isA(element, 'result') ? element.cases[shownCase(element.cases, known)] : undefined
}

/** Text by which an author knows the element, if it is shown. Fields stay placeholders. */
function textOf(element: LeafElement, known: Fields, buyers: readonly string[]): string[] {
  if (!isShown(element, known)) return []
  if (isA(element, 'result')) {
    const shown = caseOf(element, known)
    return shown ? [wordsIn(shown.html, buyers)] : []
  }
  if (isA(element, 'html')) return [wordsIn(element.html, buyers)]
  const name = ('title' in element && element.title) || ('text' in element && element.text) || ''
  return [`${'widget' in element ? element.widget : element.type} ${name}`.trim()]
}
