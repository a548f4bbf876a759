import type { AxiosRequestConfig } from 'axios'
import type { DraftComment, DraftCompany } from '../../../schemas/studio/comments.ts'
import type { ReplayPart, ReplayVisit } from '../../../schemas/studio/replay.ts'
import type { MadeKey, PublishKey } from '../../../schemas/studio/publishKey.ts'
import type {
  Draft,
  DraftDifference,
  DraftFiles,
  DraftLine,
  DraftProblems,
  MakeSite,
  PublishedDraft,
  SiteDifference,
  ReplayDraft,
  ReplayedVisit,
  StudioSite,
} from '../../../schemas/studio/drafts.ts'
import type { PublishRequest } from '../../../schemas/studio/publishRequest.ts'
import type { DraftPageState, VisitAsked, VisitBegun } from '../../../schemas/studio/page.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'

/** Calls of an author. */
export interface DraftCalls {
  sites: (signal?: AbortSignal) => Promise<StudioSite[]>
  read(path: string, signal?: AbortSignal): Promise<Draft>
  /** Makes a site as a draft. */
  makeSite(asked: MakeSite): Promise<DraftLine>
  make(asked: { path: string; version: number; revision: number }): Promise<DraftLine>
  save(saved: { path: string; revision: number; text: string }): Promise<DraftLine>
  /** Adds, replaces or removes a file beside the draft. `content` is base64, or null to remove it. */
  saveFile(saved: {
    path: string
    revision: number
    name: string
    content: string | null
  }): Promise<DraftLine>
  files(path: string, signal?: AbortSignal): Promise<DraftFiles>
  /** Contents of a file, in base64. */
  file(path: string, name: string): Promise<string>
  problems(path: string, signal?: AbortSignal): Promise<DraftProblems>
  difference(path: string, signal?: AbortSignal): Promise<DraftDifference>
  publish(asked: {
    path: string
    revision: number
    live_at?: number
    /** True if the author knows that leads have nowhere to go. */
    leads_wait?: boolean
  }): Promise<PublishedDraft>
  remove(asked: { path: string; revision: number }): Promise<unknown>
  restore(path: string): Promise<unknown>
  takeDown(path: string): Promise<unknown>
  /** Says that the draft is open; resolves to who else has it open, and its comments. */
  present(path: string, signal?: AbortSignal): Promise<DraftCompany>
  comment(asked: { path: string } & Pick<DraftComment, 'step' | 'element' | 'text'>): Promise<DraftComment>
  resolveComment(asked: { path: string; id: string; resolved: boolean }): Promise<unknown>
  requests(path: string, signal?: AbortSignal): Promise<PublishRequest[]>
  requestDifference(id: string, signal?: AbortSignal): Promise<SiteDifference>
  approve(id: string): Promise<PublishedDraft>
  endRequest(asked: { id: string; reason?: string }): Promise<unknown>
  replay(asked: ReplayDraft, signal?: AbortSignal): Promise<ReplayPart>
  replayedVisit(asked: ReplayedVisit, signal?: AbortSignal): Promise<ReplayVisit>
  rollBack(asked: { path: string; version: number }): Promise<unknown>
  openPage(path: string): Promise<unknown>
  /** State of the page, once it differs from `seen`. */
  page(asked: { path: string; seen: number }, signal: AbortSignal): Promise<DraftPageState>
  beginVisit(asked: VisitAsked): Promise<VisitBegun>
  /** Closes the page without waiting for the response; the server closes unused ones anyway. */
  leavePage(path: string): void
  keys(signal?: AbortSignal): Promise<PublishKey[]>
  makeKey(asked: Pick<PublishKey, 'name' | 'path'>): Promise<MadeKey>
  revokeKey(asked: Pick<PublishKey, 'name'>): Promise<unknown>
}

/** Timeout: reading, comparing and making a flow may have to wait for others on the server. */
const LONG_MS = 160_000

export function openDraftCalls({ inside }: Pick<OperatorCalls, 'inside'>): DraftCalls {
  const get = <Answer>(name: string, params: object, { signal, timeout }: AxiosRequestConfig = {}) =>
    inside<Answer>({
      url: `/studio/${name}`,
      params,
      ...(signal && { signal }),
      ...(timeout !== undefined && { timeout }),
    })
  const send = <Answer>(method: 'post' | 'patch', name: string, data: object, timeout?: number) =>
    inside<Answer>({ method, url: `/studio/${name}`, data, ...(timeout !== undefined && { timeout }) })
  const long = (signal?: AbortSignal) => ({ timeout: LONG_MS, ...(signal && { signal }) })
  return {
    sites: async (signal) => (await get<{ data: StudioSite[] }>('sites', {}, signal && { signal })).data,
    read: (path, signal) => get('draft', { path }, signal && { signal }),
    makeSite: (asked) => send('post', 'sites', asked),
    make: (asked) => send('post', 'draft', asked),
    save: (saved) => send('patch', 'draft', saved),
    saveFile: ({ name, content, ...saved }) =>
      send('patch', 'draft', { ...saved, files: { [name]: content } }, LONG_MS),
    files: (path, signal) => get('files', { path }, signal && { signal }),
    file: async (path, name) => (await get<{ content: string }>('file', { path, name }, long())).content,
    problems: (path, signal) => get('problems', { path }, long(signal)),
    difference: (path, signal) => get('difference', { path }, long(signal)),
    replay: (data, signal) => inside({ method: 'post', url: '/studio/replay', data, ...long(signal) }),
    replayedVisit: (data, signal) =>
      inside({ method: 'post', url: '/studio/replay/visit', data, ...long(signal) }),
    publish: (asked) => send('post', 'publish', asked, LONG_MS),
    remove: (asked) => send('post', 'draft/remove', asked),
    restore: (path) => send('post', 'draft/restore', { path }),
    takeDown: (path) => send('post', 'take-down', { path }),
    present: (path, signal) =>
      inside({ method: 'post', url: '/studio/present', data: { path }, ...(signal && { signal }) }),
    comment: (asked) => send('post', 'comments', asked),
    resolveComment: (asked) => send('post', 'comments/resolve', asked),
    requests: async (path, signal) =>
      (await get<{ data: PublishRequest[] }>('requests', { path }, signal && { signal })).data,
    requestDifference: (id, signal) => get('requests/difference', { id }, long(signal)),
    approve: (id) => send('post', 'requests/approve', { id }, LONG_MS),
    endRequest: (asked) => send('post', 'requests/end', asked),
    rollBack: (asked) => send('post', 'rollback', asked),
    openPage: (path) => send('post', 'page', { path }, LONG_MS),
    page: (asked, signal) => get('page', asked, long(signal)),
    beginVisit: (asked) => send('post', 'page/visit', asked, LONG_MS),
    leavePage: (path) =>
      // Only this kind of request outlives the page.
      void fetch('/api/reports/studio/page/close', {
        method: 'POST',
        keepalive: true,
        headers: { 'content-type': 'application/json', 'x-requested-with': 'leadloom' },
        body: JSON.stringify({ path }),
      }).catch(() => null),
    keys: async (signal) => (await get<{ data: PublishKey[] }>('keys', {}, signal && { signal })).data,
    makeKey: (asked) => send('post', 'keys', asked),
    revokeKey: (asked) => send('post', 'keys/revoke', asked),
  }
}
