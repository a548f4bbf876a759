import type { Submission } from '../../../flow/judge.ts'
import type { Language } from '../../../../schemas/flow/flow.ts'
import type { Origin } from '../../../../schemas/kernel/session.ts'
import { all, integer, only, query, text, textOrNull, word, type Rule } from '../../kernel/statement.ts'

/** Question for visits of a version, which are then walked through another flow. */
export interface VisitsAsked {
  version: number
  /** Start of the range, epoch ms. */
  from: number
  /** `next` of the previous page; null for the first page. */
  after: number | null
  limit: number
}

export interface VisitPage {
  visits: KeptVisit[]
  /** Position of the next page; null on the last page. */
  next: number | null
  /** Number of visits on all pages; null except on the first page. */
  total: number | null
}

/** A visit as it's sent between threads. Strings are cheaper to send than the objects in them. */
export interface KeptVisit {
  uuid: string
  language: Language
  /** JSON. */
  origin: string
  steps: [offer_key: string, step_key: string, language: string | null, answers: string][]
}

/** Parses a visit. */
export function visitOf({ uuid, language, origin, steps }: KeptVisit): {
  uuid: string
  language: Language
  origin: Origin
  steps: Submission[]
} {
  return {
    uuid,
    language,
    origin: JSON.parse(origin) as Origin,
    steps: steps.map(([offer_key, step_key, shownIn, answers]) => ({
      offer_key,
      step_key,
      language: (shownIn ?? undefined) as Language | undefined,
      answers: JSON.parse(answers) as Submission['answers'],
    })),
  }
}

/** One page of the visits of a version, in the order in which they began. Includes people who viewed a page and weren't forgotten since. */
function* recordedVisits({ version, from, after, limit }: VisitsAsked): Rule<VisitPage> {
  const total = after === null ? (yield* only(visitSql.count, version, from)).visits : null
  const rows = yield* all(visitSql.page, version, from, after ?? 0, limit)
  const visits = new Map<number, KeptVisit>()
  for (const { session, uuid, language, origin, offer_key, step_key, shown_in, answers } of rows) {
    const visit = visits.get(session) ?? { uuid, language, origin, steps: [] }
    visits.set(session, visit)
    if (offer_key !== null) visit.steps.push([offer_key, step_key, shown_in, answers])
  }
  const isLast = visits.size < limit
  return { visits: [...visits.values()], next: isLast ? null : rows.at(-1)!.session, total }
}

const COUNTS = `version = $1 AND at >= $2 AND forgotten = 0
  AND EXISTS (SELECT 1 FROM events WHERE events.session = sessions.session AND kind = 'page_visit')`

const visitSql = {
  count: query(`SELECT COUNT(*) AS visits FROM sessions WHERE ${COUNTS}`, { visits: integer }),
  page: query(
    `SELECT page.session AS session, uuid, page.language AS language, origin, offer_key, step_key,
       steps.language AS shown_in, answers
     FROM (
       SELECT session, uuid, language, origin FROM sessions WHERE ${COUNTS} AND session > $3 ORDER BY session LIMIT $4
     ) AS page LEFT JOIN steps ON steps.session = page.session
     ORDER BY page.session, steps.entry`,
    {
      session: integer,
      uuid: text,
      language: word<Language>(),
      origin: text,
      offer_key: textOrNull,
      step_key: text,
      shown_in: textOrNull,
      answers: text,
    },
  ),
}

export const visitNoun = {
  slowReads: { recordedVisits },
  sql: visitSql,
}
