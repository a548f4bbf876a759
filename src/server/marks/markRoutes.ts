import type { FastifyRequest } from 'fastify'
import type { Mark } from '../../../schemas/reports/marks.ts'
import { ROLES, USUAL_ROLE } from '../../../schemas/people/roles.ts'
import type { ChartNote } from '../../store/nouns/marks/marks.ts'
import type { Handlers } from '../calls.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import { isWithin, sitesOf } from '../operators/ownSites.ts'
import { nameOf } from '../studio/authorDrafts.ts'
import { markOf } from './markOf.ts'

/** Routes of the marks on charts, and for operators who change something to write notes. */
export function marks({ store, now }: StoreAndClock) {
  /** The note with this number, if the operator may change it. Throws as if there were none for a note of other sites. */
  async function ownNote(request: FastifyRequest, number: number) {
    const note = await store.chartNote(number)
    if (!note || !sees(request, note.path)) throw refusal(404, REFUSALS.noNote, { field: 'note' })
    if (!mayChange(request, note)) throw refusal(403, REFUSALS.noteOfOther, { field: 'note' })
    return note
  }

  return {
    'GET /api/reports/marks': async ({ query: { from, to }, request }) => {
      const [acts, notes] = await Promise.all([
        store.markedActs(from, to, MOST_SHOWN),
        store.chartNotes(from, to, MOST_SHOWN),
      ])
      const seesBuyers = rightsOf(request).seesDesk && sitesOf(request) === null
      const changed = acts
        .flatMap((act) => markOf(act) ?? [])
        .filter((mark) => (OF_BUYERS.has(mark.kind) ? seesBuyers : sees(request, mark.path)))
      const written = notes
        .filter(({ path }) => sees(request, path))
        .map((note): Mark => {
          const { made_by, ...rest } = note
          return { ...rest, kind: 'note', by: made_by, is_own: mayChange(request, note) }
        })
      return { data: [...changed, ...written].sort((a, b) => b.at - a.at).slice(0, MOST_SHOWN) }
    },

    'POST /api/reports/marks/notes': async ({ body, request }) => {
      const { seesDesk, writesSites } = rightsOf(request)
      if (!seesDesk && !writesSites) throw refusal(403, REFUSALS.notForViewers)
      const { path } = body
      if (path === null && sitesOf(request) !== null)
        throw refusal(403, REFUSALS.noteForSite, { field: 'path' })
      if (path !== null && (!isWithin(sitesOf(request), path) || !(await store.paths()).includes(path)))
        throw refusal(404, REFUSALS.noSite(path), { field: 'path' })
      return { note: await store.addNote({ ...body, by: nameOf(request), now: now() }) }
    },

    'POST /api/reports/marks/notes/edit': async ({ body, request }) => {
      await ownNote(request, body.note)
      await store.editNote({ ...body, by: nameOf(request), at: now() })
    },

    'POST /api/reports/marks/notes/remove': async ({ body, request }) => {
      await ownNote(request, body.note)
      await store.removeNote({ ...body, by: nameOf(request), at: now() })
    },
  } satisfies Partial<Handlers>
}

const MOST_SHOWN = 200

/** Kinds of marks that name a buyer, who may buy from any site. */
const OF_BUYERS: ReadonlySet<Mark['kind']> = new Set(['cap', 'pause', 'buyer'])

/** True for marks of the operator's sites, and for notes about all of them. */
function sees(request: FastifyRequest, path: string | null): boolean {
  return path === null || isWithin(sitesOf(request), path)
}

function mayChange(request: FastifyRequest, { made_by }: Pick<ChartNote, 'made_by'>): boolean {
  return made_by === nameOf(request) || rightsOf(request).managesPeople
}

function rightsOf({ session }: FastifyRequest): (typeof ROLES)[keyof typeof ROLES] {
  return ROLES[session.role ?? USUAL_ROLE]
}
