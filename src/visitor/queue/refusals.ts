import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { stepFields } from '../../flow/answers/data.ts'
import { sameStep } from '../../flow/elements/elements.ts'
import type { Journey } from '../../flow/journey.ts'
import type { Course } from '../../flow/walk.ts'
import type { Page } from '../../flow/page.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import { walk } from '../../flow/walk.ts'
import { STEP } from './outbox.ts'
import { recallOwn } from './remember.ts'
import type { SenderPorts } from './sender.ts'
import type { Storage } from './storage.ts'

/** Handles a call of this page that the server refuses: a step that can be corrected waits for that, once. `onLost` is called for a step
 *  of this session that cannot. */
export function refusals(page: Page, storage: Storage, onLost: () => void): SenderPorts['onRefused'] {
  return ({ call, body, token, waitsFor }, { status, errors, step: first }) => {
    console.warn(`${call} was refused with ${status}.`)
    const isOurs = call === STEP && token === page.session.token && !waitsFor
    const journey = isOurs ? recallOwn(storage, page) : null
    const step =
      journey &&
      (asked(page, journey, first) ??
        whereToCorrect(page, journey, { step: body as unknown as StepRef, errors }))
    if (call === STEP && !step && token === page.session.token) onLost()
    return step && { step, errors }
  }
}

/** The step that the server wants first, if this browser has it on its path. */
function asked({ flow, origin }: Course, { answers }: Journey, first: StepRef | undefined): StepRef | null {
  const { trail } = walk(flow, origin, answers)
  return first && trail.some((stop) => stop.kind === 'shown' && sameStep(stop, first)) ? first : null
}

/** Step where a refusal of `step` can be corrected: the last one shown until then that asks for one of the fields. Null if there is
 *  none. */
export function whereToCorrect(
  { flow, origin }: Course,
  { answers }: Journey,
  { step, errors }: { step: StepRef; errors: readonly FieldError[] },
): StepRef | null {
  const { trail } = walk(flow, origin, answers)
  const until = trail.slice(0, trail.findIndex((stop) => sameStep(stop, step)) + 1)
  const found = until.findLast(
    (stop) =>
      stop.kind === 'shown' &&
      stepFields(flow, stop.step).some((field) => errors.some((error) => error.field === field)),
  )
  return found ? { offer_key: found.offer_key, step_key: found.step_key } : null
}
