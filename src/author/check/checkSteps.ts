import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Step } from '../../../schemas/flow/flow.ts'
import { isChoice } from '../../flow/consent/agreement.ts'
import { asks, submits } from '../../flow/elements/elements.ts'
import { isComposite } from '../../flow/elements/kinds.ts'
import type { ValidParts, Path, Placed } from '../kernel/validParts.ts'
import { leafFields } from './references.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'

/** Checks that a step can be seen, understood, answered once, and left. */
export function checkSteps(flow: ValidParts): Problem[] {
  return flow.steps.flatMap(({ at, value: step, leaves }) => {
    const read = leaves.flatMap((leaf) => (leaf.value ? [{ at: leaf.at, value: leaf.value }] : []))
    const whole = step && read.length === leaves.length
    return [...(whole ? checkStep(step, at, read) : []), ...checkTwice(flow, read)]
  })
}

function checkStep(step: Step, at: Path, leaves: Placed<LeafElement>[]): Problem[] {
  const elements = leaves.map(({ value }) => value)
  const answering = elements.filter(asks)
  if (step.type === 'hidden')
    return elements.length === 0
      ? []
      : [
          {
            code: 'hidden_step_asks',
            at: [...at, 'questions'],
            ...STEP_PROBLEMS.hiddenStepAsks(step.name, answering.length > 0 ? 'asks' : 'shows'),
          },
        ]
  const problems: Problem[] = []
  if (step.title === undefined && !elements.some((element) => 'question_key' in element))
    problems.push({
      code: 'no_title',
      at,
      ...STEP_PROBLEMS.noTitle(step.name),
    })
  if (answering.length > 0 && !elements.some(submits))
    problems.push({
      code: 'no_submit',
      at,
      ...STEP_PROBLEMS.noSubmit(step.name),
    })
  return [...problems, ...sameWords(step, leaves)]
}

/** Buttons of a step that read the same, so that no one can tell them apart. */
function sameWords(step: Step, leaves: Placed<LeafElement>[]): Problem[] {
  const seen = new Set<string>()
  return leaves.flatMap(({ at, value: button }): Problem[] => {
    if (!submits(button)) return []
    const words = button.text.trim().replace(/\s+/g, ' ').toLowerCase()
    if (seen.has(words))
      return [
        { code: 'button_twice', at: [...at, 'text'], ...STEP_PROBLEMS.buttonTwice(step.name, button.text) },
      ]
    seen.add(words)
    return []
  })
}

/** Fields that one step would fill twice, from two elements or from one. Choices are alternatives, so any number may fill one field, but
 *  nothing else may. An element with several answers keeps them in the form under its question's key. */
function checkTwice(flow: ValidParts, leaves: Placed<LeafElement>[]): Problem[] {
  const seen = new Set<string>()
  const chosen = new Set<string>()
  return leaves.flatMap(({ at, value: element }): Problem[] => {
    const fields = leafFields(flow, element)
    const own = fields.find((field, index) => fields.indexOf(field) < index)
    const kept = isComposite(element) ? [...fields, element.question_key] : fields
    const shared = kept.find((field) => seen.has(field) && !(isChoice(element) && chosen.has(field)))
    for (const field of kept) {
      seen.add(field)
      if (isChoice(element)) chosen.add(field)
    }
    if (own !== undefined)
      return [
        {
          code: 'field_twice',
          at,
          ...STEP_PROBLEMS.fieldTwiceInElement(own),
        },
      ]
    if (shared === undefined) return []
    return [
      {
        code: 'field_twice',
        at,
        ...STEP_PROBLEMS.fieldTwiceInStep(shared),
      },
    ]
  })
}
