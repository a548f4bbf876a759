import { Type } from 'typebox'
import type { Call } from '../kernel/call.ts'
import { closed } from '../kernel/shape.ts'
import {
  Draft,
  DraftDifference,
  DraftFile,
  DraftFiles,
  DraftLine,
  DraftProblems,
  DraftFileAsked,
  MakeDraft,
  MakeSite,
  OneDraft,
  OneRevision,
  PublishDraft,
  PublishSite,
  PublishedDraft,
  ReplayDraft,
  ReplayedVisit,
  RollBack,
  RolledBack,
  SaveDraft,
  SiteDifference,
  StudioSite,
} from './drafts.ts'
import { DraftComment, DraftCompany, NewComment, ResolveComment } from './comments.ts'
import { EndRequest, OneRequest, PublishRequest } from './publishRequest.ts'
import { DraftPageState, PageAsked, VisitAsked, VisitBegun } from './page.ts'
import { ReplayPart, ReplayVisit } from './replay.ts'
import { MadeKey, NewKey, PublishKey, RevokeKey } from './publishKey.ts'

/** Calls of authors about drafts, versions, and keys, and of programs with a key. */
export const STUDIO_CALLS = {
  'GET /api/reports/studio/sites': {
    caller: 'author',
    sites: 'filtered',
    summary: 'All sites with their versions, live shares, and drafts.',
    status: 200,
    answer: closed({ data: Type.Array(StudioSite) }),
  },
  'POST /api/reports/studio/sites': {
    caller: 'author',
    sites: 'all',
    summary:
      'Creates a site as an unpublished draft, from a template or as a copy. 409 if its path is taken.',
    body: MakeSite,
    status: 201,
    answer: DraftLine,
  },
  'GET /api/reports/studio/draft': {
    caller: 'author',
    sites: 'named',
    summary: 'The draft of a site, as last saved.',
    query: OneDraft,
    status: 200,
    answer: Draft,
  },
  'POST /api/reports/studio/draft': {
    caller: 'author',
    sites: 'named',
    summary:
      'Creates a site’s draft from one of its versions. 409 if the draft was saved after the revision you named.',
    body: MakeDraft,
    status: 201,
    answer: DraftLine,
  },
  'PATCH /api/reports/studio/draft': {
    caller: 'author',
    sites: 'named',
    summary:
      'Saves the text of a draft, which doesn’t have to be JSON, or its files. 409 if someone saved it after the revision you named. Nothing is changed then, and the detail says who saved it and when.',
    body: SaveDraft,
    status: 200,
    answer: closed({ ...DraftLine.properties, files: Type.Array(DraftFile) }),
  },
  'POST /api/reports/studio/draft/remove': {
    caller: 'author',
    sites: 'named',
    summary:
      'Deletes a draft. It can be restored until its site gets another one. 409 if it was saved after the revision you named.',
    body: OneRevision,
    status: 204,
  },
  'POST /api/reports/studio/draft/restore': {
    caller: 'author',
    sites: 'named',
    summary: 'Restores a deleted draft. 404 if there is none, or the site has another draft.',
    body: OneDraft,
    status: 204,
  },
  'POST /api/reports/studio/present': {
    caller: 'author',
    sites: 'named',
    summary:
      'Says that you have a draft open, for a minute, and answers who else does, and its comments. Repeat it while it’s open.',
    body: OneDraft,
    status: 200,
    answer: DraftCompany,
  },
  'POST /api/reports/studio/comments': {
    caller: 'author',
    sites: 'named',
    summary: 'Adds a comment to a draft, one of its steps, or a question.',
    body: NewComment,
    status: 201,
    answer: DraftComment,
  },
  'POST /api/reports/studio/comments/resolve': {
    caller: 'author',
    sites: 'named',
    summary: 'Resolves a comment, or reopens it. 404 if it doesn’t exist or already is in that state.',
    body: ResolveComment,
    status: 204,
  },
  'GET /api/reports/studio/files': {
    caller: 'author',
    sites: 'named',
    summary: 'The files of a draft, with their sizes.',
    query: OneDraft,
    status: 200,
    answer: DraftFiles,
  },
  'GET /api/reports/studio/file': {
    caller: 'author',
    sites: 'named',
    summary: 'One file of a draft.',
    query: DraftFileAsked,
    status: 200,
    answer: closed({ ...DraftFile.properties, content: Type.String({ contentEncoding: 'base64' }) }),
  },
  'GET /api/reports/studio/problems': {
    caller: 'author',
    sites: 'named',
    summary: 'A draft’s problems, from the same checks as publishing.',
    query: OneDraft,
    status: 200,
    answer: DraftProblems,
  },
  'GET /api/reports/studio/difference': {
    caller: 'author',
    sites: 'named',
    summary:
      'How a draft differs from the version that most visitors see, and what that changes for visitors.',
    query: OneDraft,
    status: 200,
    answer: DraftDifference,
  },
  'POST /api/reports/studio/replay': {
    caller: 'author',
    sites: 'named',
    summary:
      'Replays recorded visits of a version in a draft, using only their answers, for a second or two. Continue with next. 409 if the draft was saved after the revision you named, 429 while another replay is running.',
    body: ReplayDraft,
    status: 200,
    answer: ReplayPart,
  },
  'POST /api/reports/studio/replay/visit': {
    caller: 'author',
    sites: 'named',
    summary:
      'One recorded visit in the version and in the draft, side by side. What the visitor typed is masked without access to personal data.',
    body: ReplayedVisit,
    status: 200,
    answer: ReplayVisit,
  },
  'POST /api/reports/studio/publish': {
    caller: 'author',
    sites: 'named',
    summary:
      'Publishes a draft if it has no errors. It’s pending instead if it’s scheduled or its site needs a second person’s approval. 409 if it was saved after the revision you named, another publish is pending, or its leads have nowhere to go and you didn’t send leads_wait.',
    body: PublishDraft,
    status: 200,
    answer: PublishedDraft,
  },
  'GET /api/reports/studio/requests': {
    caller: 'author',
    sites: 'named',
    summary: 'A site’s pending and earlier publish requests, newest first, up to 20.',
    query: OneDraft,
    status: 200,
    answer: closed({ data: Type.Array(PublishRequest) }),
  },
  'GET /api/reports/studio/requests/difference': {
    caller: 'author',
    sites: 'filtered',
    summary:
      'How a pending publish differs from the version that most visitors see, and what that changes for visitors.',
    query: OneRequest,
    status: 200,
    answer: closed({ ...SiteDifference.properties, text: Type.String({ description: 'The flow.' }) }),
  },
  'POST /api/reports/studio/requests/approve': {
    caller: 'author',
    sites: 'filtered',
    summary:
      'Approves a pending publish, which goes live at its time or immediately. 403 for the person who requested it, 409 if it’s no longer pending.',
    body: OneRequest,
    status: 200,
    answer: PublishedDraft,
  },
  'POST /api/reports/studio/requests/end': {
    caller: 'author',
    sites: 'filtered',
    summary: 'Withdraws or rejects a pending publish. 409 if it’s no longer pending.',
    body: EndRequest,
    status: 204,
  },
  'POST /api/reports/studio/rollback': {
    caller: 'author',
    sites: 'named',
    summary: 'Rolls a site back to a version, which becomes the only live one.',
    body: RollBack,
    status: 200,
    answer: RolledBack,
  },
  'POST /api/reports/studio/take-down': {
    caller: 'author',
    sites: 'named',
    summary:
      'Takes a site down: new visitors find nothing at its address until you publish or roll back. Visitors in the funnel finish it. 409 if nothing is live.',
    body: OneDraft,
    status: 204,
  },
  'POST /api/reports/studio/page': {
    caller: 'author',
    sites: 'named',
    summary:
      'Opens the preview of a draft, unless it’s already open. It closes when you log out or stop using it. 409 if this server has too many previews open.',
    body: OneDraft,
    status: 204,
  },
  'GET /api/reports/studio/page': {
    caller: 'author',
    sites: 'named',
    summary: 'The preview of a draft, as last saved, and its current visit.',
    query: PageAsked,
    status: 200,
    answer: DraftPageState,
  },
  'POST /api/reports/studio/page/visit': {
    caller: 'author',
    sites: 'named',
    summary: 'Starts a visit in the preview of a draft.',
    body: VisitAsked,
    status: 200,
    answer: VisitBegun,
  },
  'POST /api/reports/studio/page/close': {
    caller: 'author',
    sites: 'named',
    summary: 'Closes the preview of a draft.',
    body: OneDraft,
    status: 204,
  },
  'GET /api/reports/studio/keys': {
    caller: 'author',
    sites: 'all',
    summary: 'Publishing keys, including revoked ones.',
    status: 200,
    answer: closed({ data: Type.Array(PublishKey) }),
  },
  'POST /api/reports/studio/keys': {
    caller: 'author',
    sites: 'all',
    confirm: true,
    summary: 'Creates a publishing key. 409 if its name was already used.',
    body: NewKey,
    status: 201,
    answer: MadeKey,
  },
  'POST /api/reports/studio/keys/revoke': {
    caller: 'author',
    sites: 'all',
    summary: 'Revokes a publishing key.',
    body: RevokeKey,
    status: 204,
  },
  'POST /api/publish': {
    caller: 'key',
    summary: 'Publishes a flow and its files if they have no errors, or leaves it pending as from /studio.',
    body: PublishSite,
    status: 200,
    answer: PublishedDraft,
  },
} as const satisfies Record<string, Call>
