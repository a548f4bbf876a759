import type { ExecuteAction, Flow } from '../../../schemas/flow.ts'
import type { Answers } from '../../flow/data.ts'
import { walk } from '../../flow/walk.ts'
import { leadMarks } from './marks.ts'
import { newYorkDate } from '../store/newYorkDay.ts'
import type { NewLead } from '../store/records.ts'
import { leadPayload, type LeadSession } from './payload.ts'

/** The lead that falls due with a step, by those of its actions that send it: every field that is known by then, what the
 *  server alone knows of them, and to whom it goes. `at`: UTC epoch ms. */
export async function leadOf(
  selling: readonly ExecuteAction[],
  { flow, session, answers }: { flow: Flow; session: LeadSession; answers: Answers },
  { offer, at }: { offer: string; at: number },
): Promise<NewLead> {
  const { fields } = walk(flow, session.origin, answers)
  const known = { ...fields, ...(await leadMarks(flow, fields, session.ip)) }
  return {
    offer,
    buyers: [...new Set(selling.flatMap(({ buyers = [] }) => buyers))],
    payload: leadPayload(known, session, newYorkDate(at)),
  }
}
