import type { DrilldownQuery, DrilldownStep } from '../../../../../schemas/reports/reports.ts'
import { stepId } from '../../../../flow/elements/elements.ts'
import { all, integer, query, text, type Rule } from '../../../kernel/statement.ts'
import type { StepCount } from './stepCounts.ts'
import type { Walk } from './walks.ts'

type Question = DrilldownQuery['steps']

/** One visitor at one step. */
interface Found {
  at: number
  session: number
  offer: string
  step: string
  time_on_step: number | null
}

/** Visitors at the steps of a drop-off report, newest first, a page of whole visitors at a time.
 *  `parts` are the walks of one time range after another, newest first. Only as many are walked as the page needs. */
export function* stepsPage(
  question: Question,
  parts: Iterable<Rule<Walk[]>>,
): Rule<{ rows: DrilldownStep[]; next: string | null }> {
  const { version, before, limit = 100 } = question
  const [atBefore, sessionBefore] = before?.split('.').map(Number) ?? [Infinity, Infinity]
  const isBefore = ({ at, session }: Walk) => at < atBefore! || (at === atBefore && session < sessionBefore!)
  const asked = askedSteps(question)
  const visitors: Found[][] = []
  for (const part of parts) {
    const found = (yield* part)
      .filter((walk) => (version === undefined || walk.version === version) && isBefore(walk))
      .map((walk) => foundIn(walk, question.outcome).filter((one) => asked(walk.version, one)))
      .filter(([first]) => first !== undefined)
      .sort(([a], [b]) => b!.at - a!.at || b!.session - a!.session)
    visitors.push(...found)
    if (visitors.length > limit) break
  }
  const page = visitors.slice(0, limit).flat()
  const last = page.at(-1)
  const words = yield* wordsOf(page)
  return {
    rows: page.map(({ session, ...found }) => ({ ...words.get(session)!, ...found })),
    next: last && visitors.length > limit ? `${last.at}.${last.session}` : null,
  }
}

/** Builds a check that is true if `counts` include a visitor whom the question asks for. */
export function mayAnswer(question: Question): (counts: readonly StepCount[]) => boolean {
  const asked = askedSteps(question)
  const { version, outcome } = question
  return (counts) =>
    counts.some((count) => {
      const [offer = '', step = ''] = count.id.split('/')
      return (
        (version === undefined || count.version === version) &&
        COUNTED[outcome](count) > 0 &&
        asked(count.version, { offer, step })
      )
    })
}

const COUNTED: Record<Question['outcome'], (count: StepCount) => number> = {
  shown: ({ shown }) => shown,
  answered: ({ shown, left }) => shown - left,
  left: ({ left }) => left,
  timed: ({ timesMs }) => timesMs.length,
}

/** Builds a check that is true for steps that the question asks for. */
function askedSteps({
  offer,
  step,
  rows,
}: Question): (version: number, found: Pick<Found, 'offer' | 'step'>) => boolean {
  const listed = rows && new Set(rows.values.map((row) => JSON.stringify(row)))
  return (version, found) => {
    if ((offer !== undefined && found.offer !== offer) || (step !== undefined && found.step !== step))
      return false
    const values = { version, offer: found.offer, step: found.step }
    return !listed || listed.has(JSON.stringify(rows!.columns.map((word) => values[word])))
  }
}

function foundIn({ at, session, shown, lostAt, answered }: Walk, outcome: Question['outcome']): Found[] {
  const timeOf = (id: string) => answered.findLast((one) => one.id === id)?.timeMs ?? null
  if (outcome === 'timed')
    return answered.map(({ id, timeMs }) => {
      const [offer = '', step = ''] = id.split('/')
      return { at, session, offer, step, time_on_step: timeMs }
    })
  return shown
    .filter((stop) => outcome === 'shown' || (stop === lostAt) === (outcome === 'left'))
    .map((stop) => ({
      at,
      session,
      offer: stop.offer_key,
      step: stop.step_key,
      time_on_step: timeOf(stepId(stop)),
    }))
}

/** Columns of each visitor besides the step, by session. */
function* wordsOf(page: readonly Found[]): Rule<Map<number, Omit<DrilldownStep, keyof Found>>> {
  const sessions = [...new Set(page.map(({ session }) => session))]
  const rows = sessions.length > 0 ? yield* all(visitorsSql(sessions.length), ...sessions) : []
  return new Map(rows.map(({ session, ...words }) => [session, words]))
}

/** Statement that reads this number of sessions. */
export const visitorsSql = (sessions: number) =>
  query(
    `SELECT session, uuid AS session_uuid, version AS version_id, path, aff_id, sub1, sub2, sub3, ip
     FROM sessions JOIN channels ON channels.channel = sessions.channel
     WHERE session IN (${Array.from({ length: sessions }, (_, index) => `$${index + 1}`).join(', ')})`,
    {
      session: integer,
      session_uuid: text,
      version_id: integer,
      path: text,
      aff_id: text,
      sub1: text,
      sub2: text,
      sub3: text,
      ip: text,
    },
  )
