import type { Flow } from '../../../schemas/flow/flow.ts'
import { recordedAnswers } from '../../flow/judge.ts'
import { checksOf } from '../../server/outside/externalChecks.ts'
import { leadOf } from '../../server/leads/leadOf.ts'
import type { SeededVisitor } from './visitorOf.ts'

/** Contents of a made-up visitor's lead. It has no buyers, because a running server would deliver it. */
export async function payloadOf(
  flow: Flow,
  { session, steps, certificates }: SeededVisitor,
  { offer, after, at }: SeededVisitor['leads'][number],
): Promise<Record<string, string>> {
  const known = certificates.filter((certificate) => certificate.at <= at)
  const tracking = Object.fromEntries(known.map(({ id, value }) => [id, value]))
  const recorded = steps.slice(0, after)
  const answers = recordedAnswers(flow, session.origin, recorded)
  const due = await leadOf(
    [{ name: 'send_lead' }],
    { flow, session: { ...session, clicks: [], tracking }, answers, recorded },
    { offer, at, checks: CHECKS, mayInsist: () => false },
  )
  if ('errors' in due) throw new Error(`A sample visitor was refused: ${due.errors[0]!.message}.`)
  return due.lead.payload
}

/** No DNS server, because made-up visitors receive no mail. */
const CHECKS = checksOf({ emailDns: null })
