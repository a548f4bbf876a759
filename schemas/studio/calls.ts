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
import { EndRequest, OneRequest, PublishRequest } from './publishRequest.ts'
import { DraftPageState, PageAsked, VisitAsked, VisitBegun } from './page.ts'
import { ReplayPart, ReplayVisit } from './replay.ts'
import { MadeKey, NewKey, PublishKey, RevokeKey } from './publishKey.ts'

/** Calls of authors about drafts, versions and keys, and of programs with a key. */
export const STUDIO_CALLS = {
  'GET /api/reports/studio/sites': {
    caller: 'author',
    sites: 'filtered',
    summary: 'Every site, its versions, what is live of it, and its draft.',
    status: 200,
    answer: closed({ data: Type.Array(StudioSite) }),
  },
  'POST /api/reports/studio/sites': {
    caller: 'author',
    sites: 'all',
    summary:
      'Makes a site, as a draft that is not published: from a template, or as a copy. 409 when its path is taken.',
    body: MakeSite,
    status: 201,
    answer: DraftLine,
  },
  'GET /api/reports/studio/draft': {
    caller: 'author',
    sites: 'named',
    summary: 'The draft of a site as it was saved last.',
    query: OneDraft,
    status: 200,
    answer: Draft,
  },
  'POST /api/reports/studio/draft': {
    caller: 'author',
    sites: 'named',
    summary:
      'Makes the draft of a site of one of its versions. 409 when the draft was saved since the revision that is named.',
    body: MakeDraft,
    status: 201,
    answer: DraftLine,
  },
  'PATCH /api/reports/studio/draft': {
    caller: 'author',
    sites: 'named',
    summary:
      'Saves the text of a draft, which need not be JSON, or files beside it. 409 when somebody saved since the revision that is named: nothing is changed, and the detail says who and when.',
    body: SaveDraft,
    status: 200,
    answer: closed({ ...DraftLine.properties, files: Type.Array(DraftFile) }),
  },
  'GET /api/reports/studio/files': {
    caller: 'author',
    sites: 'named',
    summary: 'The files beside a draft, and how large they are.',
    query: OneDraft,
    status: 200,
    answer: DraftFiles,
  },
  'GET /api/reports/studio/file': {
    caller: 'author',
    sites: 'named',
    summary: 'A file beside a draft.',
    query: DraftFileAsked,
    status: 200,
    answer: closed({ ...DraftFile.properties, content: Type.String({ contentEncoding: 'base64' }) }),
  },
  'GET /api/reports/studio/problems': {
    caller: 'author',
    sites: 'named',
    summary: 'What is wrong with a draft, by the checks of a publish.',
    query: OneDraft,
    status: 200,
    answer: DraftProblems,
  },
  'GET /api/reports/studio/difference': {
    caller: 'author',
    sites: 'named',
    summary: 'How a draft differs from the version that most visitors see, and what that does.',
    query: OneDraft,
    status: 200,
    answer: DraftDifference,
  },
  'POST /api/reports/studio/replay': {
    caller: 'author',
    sites: 'named',
    summary:
      'Walks recorded visits of a version through a draft, answers only, for a second or two; whoever asks goes on at `next`. 409 when the draft was saved since the revision that is named, 429 while another replay is under way.',
    body: ReplayDraft,
    status: 200,
    answer: ReplayPart,
  },
  'POST /api/reports/studio/replay/visit': {
    caller: 'author',
    sites: 'named',
    summary:
      'One recorded visit in the version and in the draft, side by side. What its visitor typed is masked for who may not see persons.',
    body: ReplayedVisit,
    status: 200,
    answer: ReplayVisit,
  },
  'POST /api/reports/studio/publish': {
    caller: 'author',
    sites: 'named',
    summary:
      'Publishes a draft, unless it has an error; or has it wait, for its time and for the approval of a second person where its site needs one. 409 when it was saved since the revision that is named, and where a publish waits already.',
    body: PublishDraft,
    status: 200,
    answer: PublishedDraft,
  },
  'GET /api/reports/studio/requests': {
    caller: 'author',
    sites: 'named',
    summary: 'The publishes of a site that wait or waited, the newest first, at most 20.',
    query: OneDraft,
    status: 200,
    answer: closed({ data: Type.Array(PublishRequest) }),
  },
  'GET /api/reports/studio/requests/difference': {
    caller: 'author',
    sites: 'filtered',
    summary: 'How a publish that waits differs from the version that most visitors see, and what that does.',
    query: OneRequest,
    status: 200,
    answer: closed({ ...SiteDifference.properties, text: Type.String({ description: 'The flow.' }) }),
  },
  'POST /api/reports/studio/requests/approve': {
    caller: 'author',
    sites: 'filtered',
    summary:
      'Publishes what waits for approval, or plans it for its time. 403 for the one who asked for it, 409 where it no longer waits.',
    body: OneRequest,
    status: 200,
    answer: PublishedDraft,
  },
  'POST /api/reports/studio/requests/end': {
    caller: 'author',
    sites: 'filtered',
    summary: 'Takes back a publish that waits, or refuses it. 409 where it no longer waits.',
    body: EndRequest,
    status: 204,
  },
  'POST /api/reports/studio/rollback': {
    caller: 'author',
    sites: 'named',
    summary: 'Makes a version of a site the only one that is live.',
    body: RollBack,
    status: 200,
    answer: RolledBack,
  },
  'POST /api/reports/studio/page': {
    caller: 'author',
    sites: 'named',
    summary:
      'Opens the page of a draft, unless it is open. It ends with the login, and when it is not used. 409 when this server shows as many as it may.',
    body: OneDraft,
    status: 204,
  },
  'GET /api/reports/studio/page': {
    caller: 'author',
    sites: 'named',
    summary: 'What is known of the page of a draft, as it was saved last, and of the visit in it.',
    query: PageAsked,
    status: 200,
    answer: DraftPageState,
  },
  'POST /api/reports/studio/page/visit': {
    caller: 'author',
    sites: 'named',
    summary: 'Begins a visit of the page of a draft.',
    body: VisitAsked,
    status: 200,
    answer: VisitBegun,
  },
  'POST /api/reports/studio/page/close': {
    caller: 'author',
    sites: 'named',
    summary: 'Closes the page of a draft.',
    body: OneDraft,
    status: 204,
  },
  'GET /api/reports/studio/keys': {
    caller: 'author',
    sites: 'all',
    summary: 'The keys with which programs publish, those that were revoked too.',
    status: 200,
    answer: closed({ data: Type.Array(PublishKey) }),
  },
  'POST /api/reports/studio/keys': {
    caller: 'author',
    sites: 'all',
    confirm: true,
    summary: 'Makes a key. 409 when there is, or was, one of this name.',
    body: NewKey,
    status: 201,
    answer: MadeKey,
  },
  'POST /api/reports/studio/keys/revoke': {
    caller: 'author',
    sites: 'all',
    summary: 'Ends a key.',
    body: RevokeKey,
    status: 204,
  },
  'POST /api/publish': {
    caller: 'key',
    summary:
      'Publishes a flow and the files beside it, unless there is an error in them; or has it wait, as from /studio.',
    body: PublishSite,
    status: 200,
    answer: PublishedDraft,
  },
} as const satisfies Record<string, Call>
