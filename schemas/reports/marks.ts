import { Type, type Static } from 'typebox'
import type { Call } from '../kernel/call.ts'
import { closed, EpochMs, oneOf, VISIBLE } from '../kernel/shape.ts'
import { OneDraft } from '../studio/drafts.ts'

/** Marks on the charts: what was changed, from the audit log, and notes that operators write. */

const Path = Type.Union([OneDraft.properties.path, Type.Null()], {
  description: 'The path it’s about. Null for all paths.',
})

const Words = Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE })

export const Mark = closed({
  at: EpochMs,
  kind: oneOf(['publish', 'rollback', 'experiment', 'cap', 'pause', 'buyer', 'note'], {
    description: 'cap and pause: those of a buyer. buyer: one that was removed.',
  }),
  path: Path,
  words: Type.String({ description: 'What was changed, or the note.' }),
  by: Type.String(),
  note: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: 'The number of a note.' }),
  is_own: Type.Boolean({ description: 'True for a note that you can edit and delete.' }),
})
export type Mark = Static<typeof Mark>

export const NewNote = closed({ path: Path, at: EpochMs, words: Words })
export type NewNote = Static<typeof NewNote>

export const EditNote = closed({ note: Type.Integer({ minimum: 1 }), words: Words })

export const MARK_CALLS = {
  'GET /api/reports/marks': {
    caller: 'operator',
    sites: 'filtered',
    summary:
      'The newest 200 marks of a range: publishes, experiments, and notes of your sites, plus buyers’ caps and pauses if you see buyers.',
    query: closed({ from: EpochMs, to: EpochMs }),
    status: 200,
    answer: closed({ data: Type.Array(Mark) }),
  },
  'POST /api/reports/marks/notes': {
    caller: 'operator',
    sites: 'filtered',
    summary: 'Adds a note to the charts. Not for viewers.',
    body: NewNote,
    status: 201,
    answer: closed({ note: Type.Integer({ minimum: 1 }) }),
  },
  'POST /api/reports/marks/notes/edit': {
    caller: 'operator',
    sites: 'filtered',
    summary: 'Changes the text of a note. Only for the operator who wrote it, and for admins.',
    body: EditNote,
    status: 204,
  },
  'POST /api/reports/marks/notes/remove': {
    caller: 'operator',
    sites: 'filtered',
    summary: 'Deletes a note. Only for the operator who wrote it, and for admins.',
    body: closed({ note: Type.Integer({ minimum: 1 }) }),
    status: 204,
  },
} as const satisfies Record<string, Call>
