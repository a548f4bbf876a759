import type { BehindQuery, StepBehind } from '../../../schemas/reports.ts'
import { stepId } from '../../flow/elements.ts'
import type { Bound } from './drilldown.ts'
import type { StepCount } from './dropoff.ts'
import type { Walk } from './walks.ts'

type Question = BehindQuery['steps']

/** One visitor at one step. */
interface Found {
  at: number
  session: number
  offer: string
  step: string
  time_on_step: number | null
}

/** Who stood at the steps of a drop-off report, those who came last first, a page of whole visitors at a time.
 *  `parts` are the walks of one stretch of time after the other, the newest first: no more are walked than the page needs.
 *  `run` asks the database for the visitors' own words. */
export function stepsPage(
  question: Question,
  parts: Iterable<Iterable<Walk>>,
  run: (bound: Bound) => Record<string, unknown>[],
): { rows: StepBehind[]; next: string | null } {
  const { version, before, limit = 100 } = question
  const [atBefore, sessionBefore] = before?.split('.').map(Number) ?? [Infinity, Infinity]
  const isBefore = ({ at, session }: Walk) => at < atBefore! || (at === atBefore && session < sessionBefore!)
  const asked = askedSteps(question)
  const visitors: Found[][] = []
  for (const part of parts) {
    const found = Array.from(part)
      .filter((walk) => (version === undefined || walk.version === version) && isBefore(walk))
      .map((walk) => foundIn(walk, question.stood).filter((one) => asked(walk.version, one)))
      .filter(([first]) => first !== undefined)
      .sort(([a], [b]) => b!.at - a!.at || b!.session - a!.session)
    visitors.push(...found)
    if (visitors.length > limit) break
  }
  const page = visitors.slice(0, limit).flat()
  const last = page.at(-1)
  const words = wordsOf(page, run)
  return {
    rows: page.map(({ session, ...found }) => ({ ...words.get(session)!, ...found })),
    next: last && visitors.length > limit ? `${last.at}.${last.session}` : null,
  }
}

/** Whether any visitor whom `counts` count is asked about. */
export function mayAnswer(question: Question): (counts: readonly StepCount[]) => boolean {
  const asked = askedSteps(question)
  const { version, stood } = question
  return (counts) =>
    counts.some((count) => {
      const [offer = '', step = ''] = count.id.split('/')
      return (
        (version === undefined || count.version === version) &&
        COUNTED[stood](count) > 0 &&
        asked(count.version, { offer, step })
      )
    })
}

const COUNTED: Record<Question['stood'], (count: StepCount) => number> = {
  shown: ({ shown }) => shown,
  answered: ({ shown, left }) => shown - left,
  left: ({ left }) => left,
  timed: ({ timesMs }) => timesMs.length,
}

/** Whether a step is among those that are asked about. */
function askedSteps({
  offer,
  step,
  among,
}: Question): (version: number, found: Pick<Found, 'offer' | 'step'>) => boolean {
  const told = among && new Set(among.rows.map((row) => JSON.stringify(row)))
  return (version, found) => {
    if ((offer !== undefined && found.offer !== offer) || (step !== undefined && found.step !== step))
      return false
    const values = { version, offer: found.offer, step: found.step }
    return !told || told.has(JSON.stringify(among!.words.map((word) => values[word])))
  }
}

function foundIn({ at, session, shown, lostAt, answered }: Walk, stood: Question['stood']): Found[] {
  const timeOf = (id: string) => answered.findLast((one) => one.id === id)?.timeMs ?? null
  if (stood === 'timed')
    return answered.map(({ id, timeMs }) => {
      const [offer = '', step = ''] = id.split('/')
      return { at, session, offer, step, time_on_step: timeMs }
    })
  return shown
    .filter((stop) => stood === 'shown' || (stop === lostAt) === (stood === 'left'))
    .map((stop) => ({
      at,
      session,
      offer: stop.offer_key,
      step: stop.step_key,
      time_on_step: timeOf(stepId(stop)),
    }))
}

/** What stands of each visitor beside the step. */
function wordsOf(page: readonly Found[], run: (bound: Bound) => Record<string, unknown>[]) {
  const sessions = [...new Set(page.map(({ session }) => session))]
  const sql = `SELECT session, uuid AS session_uuid, version AS version_id, path, aff_id, sub1, sub2, sub3, ip
  FROM sessions JOIN channels ON channels.channel = sessions.channel
  WHERE session IN (${sessions.map((_, index) => `$${index + 1}`).join(', ')})`
  const rows = sessions.length > 0 ? run({ sql, values: sessions }) : []
  type Words = Omit<StepBehind, keyof Found>
  return new Map(rows.map(({ session, ...words }) => [Number(session), words as Words]))
}
