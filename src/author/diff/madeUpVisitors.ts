import type { Flow } from '../../../schemas/flow/flow.ts'
import type { AnswerScript } from '../../../schemas/author/script.ts'
import type { ShownAtEnd } from '../../../schemas/author/trace.ts'
import { advance, begin, stepInSight } from '../../flow/journey.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { leadsOnPath } from '../../flow/outcome.ts'
import { asksNothing } from '../../flow/progress.ts'
import { flatten } from '../../flow/answers/data.ts'
import { walk } from '../../flow/walk.ts'
import type { Chance } from '../elements/authoring.ts'
import { readAtEnd } from '../simulate/shownAtEnd.ts'
import { invent } from '../visitors/invent.ts'

/** Path of a visitor who answers alike in every flow: an answer depends only on the visitor and the field. */

export interface VisitorWay {
  /** Steps that were asked, in order: offer/step. */
  asked: string[]
  /** The last step shown; null if the flow ends without one. */
  end: string | null
  /** Texts shown there for each possible outcome; empty while the flow still asks something. */
  reads: ShownAtEnd[]
  /** Buyers that leads are due to. */
  buyers: string[]
  /** True if the visitor had no answer at the end. */
  isStuck: boolean
  script: AnswerScript
}

/** Limit for flows with rules that never let a visitor reach the end. */
const MOST_STEPS = 1000

/** Path of the visitor with this number, on a day (YYYY-MM-DD). */
export function wayOf(flow: Flow, visitor: number, today: string): VisitorWay {
  const course = { flow, origin: { today, query: {} } }
  const chance = steadyChance(visitor)
  let [journey] = begin(course)
  const asked: string[] = []
  const answers: AnswerScript['answers'] = {}
  let isStuck = false
  while (journey.current && asked.length < MOST_STEPS) {
    const met = stepInSight(course, journey)!
    asked.push(met.id)
    if (asksNothing(met.step)) break
    const data = invent(flow, { ...met, today }, (field) => chance(field ?? `${met.id} `))
    isStuck = data === null && met.step.questions.length > 0
    if (data === null) break
    const [next] = advance(course, journey, { type: 'submit', step: journey.current, data, timeOnStepMs: 0 })
    if (next.current && stepId(next.current) === met.id) break
    answers[met.id] = flatten(data)
    journey = next
  }
  const buyers = leadsOnPath(course, journey).flatMap(({ fate, buyers }) =>
    fate === 'sending' ? buyers : [],
  )
  const { trail, fields } = walk(flow, course.origin, journey.answers)
  const last = trail.find(({ id }) => journey.current && id === stepId(journey.current))
  return {
    asked,
    end: journey.current && stepId(journey.current),
    reads: last && asksNothing(last.step) ? readAtEnd(course, journey, last.step, fields) : [],
    buyers: [...new Set(buyers)],
    isStuck,
    script: { today, query: {}, answers },
  }
}

/** Chooses by the visitor, the field and each candidate, not by list position: a new option takes visitors evenly from all others, and a
 *  new order changes nothing (rendezvous hashing). */
function steadyChance(visitor: number): (field: string) => Chance {
  return (field) => {
    const rank = (thing: unknown) => hash(`${visitor} ${field} ${String(thing)}`)
    const one = <T>(from: readonly T[]): T =>
      from.reduce((best, thing) => (rank(thing) > rank(best) ? thing : best))
    return {
      one,
      weighted: one,
      between: (min, max) => min + Math.floor((rank(`${min} ${max}`) / 2 ** 32) * (max - min + 1)),
    }
  }
}

/** 32-bit hash of a text: FNV-1a, then mixed (murmur3's last step), so that similar texts are far apart. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
