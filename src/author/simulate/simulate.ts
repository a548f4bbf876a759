import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { AnswerScript } from '../../../schemas/author/script.ts'
import type { Sent, ShownAtEnd, Simulation, Traced } from '../../../schemas/author/trace.ts'
import { leavesUnanswered } from '../../flow/consent/agreement.ts'
import { complete, encode } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { toForm } from '../../flow/form.ts'
import type { StepSchema } from '../../flow/elements/stepSchema.ts'
import { advance, begin, type Effect, type Journey, type JourneyEvent } from '../../flow/journey.ts'
import type { Course } from '../../flow/walk.ts'
import { judge, standingOf } from '../../flow/judge.ts'
import { formData, scriptProblems, stepOf } from './script.ts'
import { endLine } from './endWords.ts'
import { shownAtEnd } from './shownAtEnd.ts'
import { actionLines, trace, traceLine } from './trace.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import { walk } from '../../flow/walk.ts'
import { SCRIPT_PROBLEMS } from './scriptProblems.ts'

interface SimulateOptions {
  /** Day for a script without one. */
  today: string
  /** Validates a step's data against its schema. */
  schemaErrors: (schema: StepSchema, data: StepData) => FieldError[]
}

/** Simulates a visitor who opens the page, clicks, and submits each step with the script's answers, up to the first one that the script
 *  does not answer or the flow refuses. No server is asked: emails, phones, and ZIP codes are assumed to exist. `problems` lists what the
 *  flow refuses, with paths in the script. Without problems, a visitor could answer like this, and the trace is the expected one. */
export function simulate(
  flow: Flow,
  script: AnswerScript,
  { today, schemaErrors }: SimulateOptions,
): { simulation: Simulation; problems: Problem[] } {
  const { opt_out } = script
  const origin = { today: script.today ?? today, query: script.query ?? {}, ...(opt_out && { opt_out }) }
  const course: Course = { flow, origin }
  const problems = scriptProblems(flow, script)
  const [opened, effects] = begin(course)
  const sends = effects.map((effect) => sent('open', effect))
  const move = (journey: Journey, event: JourneyEvent, on: string): Journey => {
    const [next, effects] = advance(course, journey, event)
    sends.push(...effects.map((effect) => sent(on, effect)))
    return next
  }
  let journey = move(opened, { type: 'click' }, 'click')
  let standing = standingOf(course, [])
  while (journey.current) {
    const id = stepId(journey.current)
    const [entered, step] = [script.answers[id], stepOf(flow, id)]
    if (!entered || !step || problems.some(({ at }) => at[1] === id)) break
    const data = formData(flow, step, entered)
    const answers = encode(flow, step, complete(flow, step, data))
    const verdict = judge(course, standing, { ...journey.current, answers })
    const errors = !verdict.ok
      ? verdict.errors
      : leavesUnanswered(flow, step, data)
        ? []
        : schemaErrors(toForm(flow, step).schema, data)
    problems.push(...errors.map((error) => refused(id, entered, error)))
    if (!verdict.ok && errors.length === 0) problems.push(refusedStep(id, verdict.reason))
    if (!verdict.ok || errors.length > 0) break
    standing = verdict.after
    journey = move(journey, { type: 'submit', step: journey.current, data, timeOnStepMs: 0 }, id)
  }
  const traced = trace(flow, origin, journey.answers)
  const current = journey.current && stepId(journey.current)
  const { fields } = walk(flow, origin, journey.answers)
  const last = current === null ? undefined : stepOf(flow, current)
  const ends = last ? shownAtEnd(course, journey, last, fields) : []
  if (problems.length === 0)
    problems.push(...unused(script, traced, current), ...differences(script, traced, ends))
  return { simulation: { origin, trace: traced, sends, current, fields, ends }, problems }
}

export function sent(on: string, effect: Effect): Sent {
  if (effect.type === 'step')
    return { on, call: 'step', step: stepId(effect.step), execute_actions: effect.execute_actions }
  if (effect.type === 'impression') return { on, call: 'impression', offer: effect.offer_key }
  return { on, call: effect.type }
}

function refused(id: string, entered: object, { field, message }: FieldError): Problem {
  const isEntered = Object.hasOwn(entered, field)
  return {
    code: 'refused_answer',
    at: isEntered ? ['answers', id, field] : ['answers', id],
    ...SCRIPT_PROBLEMS.refusedAnswer(
      id,
      isEntered ? SCRIPT_PROBLEMS.its(field) : SCRIPT_PROBLEMS.goingOn(field),
      message,
    ),
    hint: isEntered ? SCRIPT_PROBLEMS.enterPossible : `Add "${field}".`,
  }
}

function refusedStep(id: string, reason: string): Problem {
  return {
    code: 'refused_answer',
    at: ['answers', id],
    message: reason,
    hint: SCRIPT_PROBLEMS.removeStep,
  }
}

/** Answers to steps that this visitor never sees: all that are skipped, and the first that is not reached. */
function unused({ answers }: AnswerScript, traced: readonly Traced[], current: string | null): Problem[] {
  const stops = new Map(traced.map((stop) => [stop.step, stop]))
  const given = Object.keys(answers)
  const skipped = given.filter((id) => stops.get(id)?.kind === 'skipped')
  const [first, ...more] = given.filter((id) => !stops.has(id))
  return [
    ...skipped.map((id) => ({
      code: 'not_asked',
      at: ['answers', id],
      ...SCRIPT_PROBLEMS.notAsked(id),
    })),
    ...(first === undefined ? [] : [notReached(first, more.length, current)]),
  ]
}

function notReached(id: string, more: number, current: string | null): Problem {
  const others = more === 0 ? '' : SCRIPT_PROBLEMS.norMore(more)
  return {
    code: 'not_reached',
    at: ['answers', id],
    message:
      current === null
        ? SCRIPT_PROBLEMS.flowAfter(id, others)
        : SCRIPT_PROBLEMS.visitorBefore(id, others, current),
    hint: current === null ? SCRIPT_PROBLEMS.removeAnswers : SCRIPT_PROBLEMS.answerCurrent(current),
  }
}

/** The first line that differs from what a script expects: in its trace, else in its actions, else in its ends. */
function differences(
  script: AnswerScript,
  traced: readonly Traced[],
  ends: readonly ShownAtEnd[],
): Problem[] {
  const found = {
    trace: traced.map(traceLine),
    actions: traced.flatMap(actionLines),
    ends: ends.map(endLine),
  }
  return (['trace', 'actions', 'ends'] as const)
    .flatMap((member) => difference(member, script[member], found[member]))
    .slice(0, 1)
}

function difference(
  member: 'trace' | 'actions' | 'ends',
  expected: readonly string[] | undefined,
  lines: readonly string[],
): Problem[] {
  if (!expected) return []
  const index = Array.from({ length: Math.max(expected.length, lines.length) }).findIndex(
    (_, line) => expected[line] !== lines[line],
  )
  if (index < 0) return []
  const [wanted, found] = [expected[index], lines[index]]
  const { goesOn, ends, has } = SCRIPT_PROBLEMS[member]
  return [
    {
      code: `${member}_differs`,
      at: expected.length === 0 ? [member] : [member, Math.min(index, expected.length - 1)],
      message:
        wanted === undefined ? goesOn(found!) : found === undefined ? ends(wanted) : has(found, wanted),
      hint: SCRIPT_PROBLEMS.correctAny,
    },
  ]
}
