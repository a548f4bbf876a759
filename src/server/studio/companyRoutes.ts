import { randomUUID } from 'node:crypto'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import type { Handlers } from '../calls.ts'
import { nameOf, type Drafts } from './authorDrafts.ts'

/** Time for which an operator is taken to have a draft open after saying so; pages repeat it every 20 seconds. */
export const EDITING_MS = 60_000

/** Routes for authors who work on one draft: who has it open, and their comments. */
export function companyRoutes({ store, now }: StoreAndClock, { note }: Drafts) {
  return {
    'POST /api/reports/studio/present': async ({ body: { path }, request }) => {
      const operator = nameOf(request)
      const since = now() - EDITING_MS
      await store.seeDraftEditor({ path, operator, at: now(), since })
      const [editors, comments] = await Promise.all([store.draftEditors(since), store.draftComments(path)])
      const others = editors.filter((one) => one.path === path && one.operator !== operator)
      return { editors: others.map(({ operator }) => operator), comments }
    },

    'POST /api/reports/studio/comments': async ({ body: { path, step, element, text }, request }) => {
      const comment = { id: randomUUID(), step, element, text, made_by: nameOf(request), made_at: now() }
      await store.addDraftComment({ path, ...comment })
      await note(request, 'comment', { about: aboutComment(path, step) })
      return { ...comment, resolved_by: null, resolved_at: null }
    },

    'POST /api/reports/studio/comments/resolve': async ({ body: { path, id, resolved }, request }) => {
      const by = resolved ? nameOf(request) : null
      const found = (await store.draftComments(path)).find((comment) => comment.id === id)
      if (!found || !(await store.resolveDraftComment(id, { path, by, at: now() })))
        throw refusal(404, REFUSALS.noComment, { field: 'id' })
      await note(request, resolved ? 'resolve_comment' : 'reopen_comment', {
        about: aboutComment(path, found.step),
      })
    },
  } satisfies Partial<Handlers>
}

/** The place of a comment in the audit log. */
function aboutComment(path: string, step: string | null): string {
  return step === null ? path : `${path}, step ${step}`
}
