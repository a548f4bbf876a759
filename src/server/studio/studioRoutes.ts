import { withoutMark } from '../../author/kernel/byteOrderMark.ts'
import type { FastifyRequest } from 'fastify'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { FILE_BYTES, FILES_BYTES, MOST_FILES, type SaveDraft } from '../../../schemas/studio/drafts.ts'
import type { DraftRecord, Source } from '../../store/nouns/versions/draftRecords.ts'
import type { Store } from '../../store/store.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { isWithin, sitesOf } from '../operators/ownSites.ts'
import { decisionsOf, whyUnlisted } from '../origins/listedHosts.ts'
import { whyUnsafe } from '../origins/whyUnsafe.ts'
import { keepSourceFiles, readSourceFiles, sourceSizes } from '../publish/sourceFiles.ts'
import { draftRecords, nameOf, savedSince, type Drafts } from './authorDrafts.ts'
import { authorProcess, type AuthorProcess } from './authorProcess.ts'
import { newSiteRoutes } from './newSiteRoutes.ts'
import { replayRoutes } from './replayRoutes.ts'
import { keyRoutes } from './keyRoutes.ts'
import { versionMaker, refuseTooLarge, type PublishDeps } from './versionMaker.ts'
import { companyRoutes, EDITING_MS } from './companyRoutes.ts'
import { publishedChanges } from './publishedChanges.ts'
import { publishRequests } from './publishRequests.ts'
import { publishWritten } from './publishWritten.ts'
import { unsoldOffers } from './unsoldOffers.ts'
import { sourceOf } from './sourceOf.ts'

/** Routes for authors to read, save and publish. */
export function studio(ctx: PublishDeps & { random: Random }) {
  const { store } = ctx
  const inProcess = authorProcess(store)
  const drafts = draftRecords(ctx)
  return {
    'GET /api/reports/studio/sites': async ({ request }) => {
      const [lines, drafts, live, open, editors, comments] = await Promise.all([
        store.versions(),
        store.drafts(),
        store.live(),
        store.openPublishRequests(),
        store.draftEditors(ctx.now() - EDITING_MS),
        store.openDraftComments(),
      ])
      const paths = new Set([...lines, ...drafts, ...open].map(({ path }) => path))
      const own = [...paths].filter((path) => isWithin(sitesOf(request), path))
      const sites = own.sort().map((path) => ({
        path,
        live: live.filter((share) => share.path === path).map(({ version, weight }) => ({ version, weight })),
        versions: lines.filter((line) => line.path === path).reverse(),
        draft: drafts.find((draft) => draft.path === path) ?? null,
        request: open.find((request) => request.path === path) ?? null,
        editors: editors.filter((one) => one.path === path).map(({ operator }) => operator),
        comments: comments.find((one) => one.path === path)?.comments ?? 0,
      }))
      return { data: sites }
    },

    ...newSiteRoutes(ctx, drafts),
    ...draftRoutes(ctx, drafts),
    ...publishRoutes(ctx, drafts, inProcess),
    ...companyRoutes(ctx, drafts),
    ...replayRoutes(ctx, drafts.draftAt),
    ...keyRoutes(ctx, publishWritten(ctx, inProcess)),
  } satisfies Partial<Handlers>
}

/** The published version with this number. Throws 404 if it isn't of the path. */
async function versionOf(store: Store, version: number, path: string) {
  const found = await store.version(version)
  if (found?.path !== path) throw refusal(404, REFUSALS.noVersionOf(version, path), { field: 'version' })
  return found
}

/** Routes to make, read and save a draft and its files. */
function draftRoutes({ store, now }: StoreAndClock, { draftOf, draftAt, save, note }: Drafts) {
  return {
    'GET /api/reports/studio/draft': async ({ query: { path } }) => {
      const { is_json: _, files, ...draft } = await draftOf(path)
      return { ...draft, files: listed(files) }
    },

    'POST /api/reports/studio/draft': async ({ body: { path, version, revision }, request }) => {
      const { text, files } = await sourceOf(store, await versionOf(store, version, path))
      const made = { path, from: revision, text, isJson: true, files, based_on: version }
      const line = await save({ ...made, by: nameOf(request) })
      await note(request, 'make_draft', { about: `${path} of version ${version}` })
      return line
    },

    'PATCH /api/reports/studio/draft': async ({ body, request }) => {
      const before = await draftAt(body.path, body.revision)
      const { text = before.text } = body
      refuseTooLarge(text)
      const files = await withFiles(store, before.files, body.files)
      const { path, based_on } = before
      const by = nameOf(request)
      const line = await save({ path, from: body.revision, text, isJson: isJson(text), files, based_on, by })
      // Consecutive saves by one author are one entry.
      if (before.saved_by !== by || now() - before.saved_at >= SAME_SITTING_MS || body.files)
        await note(request, 'save_draft', { about: path })
      return { ...line, files: listed(files) }
    },

    'POST /api/reports/studio/draft/remove': async ({ body: { path, revision }, request }) => {
      const { saved_by, saved_at } = await draftAt(path, revision)
      if (!(await store.removeDraft(path, revision))) throw savedSince({ saved_by, saved_at })
      await note(request, 'remove_draft', { about: path })
    },

    'POST /api/reports/studio/draft/restore': async ({ body: { path }, request }) => {
      if (!(await store.restoreDraft(path)))
        throw refusal(404, REFUSALS.noRemovedDraft(path), { field: 'path' })
      await note(request, 'restore_draft', { about: path })
    },

    'GET /api/reports/studio/files': async ({ query: { path } }) => {
      const { files, revision } = await draftOf(path)
      const sizes = await sourceSizes(store, files)
      return { revision, data: listed(files).map((file) => ({ ...file, bytes: sizes.get(file.name)! })) }
    },

    'GET /api/reports/studio/file': async ({ query: { path, name } }) => {
      const { files } = await draftOf(path)
      const sha256 = Object.hasOwn(files, name) ? files[name] : undefined
      if (sha256 === undefined) throw refusal(404, REFUSALS.noDraftFile, { field: 'name' })
      const bytes = (await readSourceFiles(store, { [name]: sha256 })).get(name)!
      return { name, sha256, content: bytes.toString('base64') }
    },
  } satisfies Partial<Handlers>
}

/** Routes to check a draft, publish it, decide on pending publishes, and roll back. */
function publishRoutes(ctx: PublishDeps, { draftOf, draftAt, note }: Drafts, inProcess: AuthorProcess) {
  const { store, versions, settings, now } = ctx
  const publish = publishWritten(ctx, inProcess)
  const requests = publishRequests(ctx, inProcess)
  const { needsApproval, sharesOf } = versionMaker(ctx, inProcess)
  const { productName } = settings

  async function written({ text, files }: Source) {
    return { text, files: await readSourceFiles(store, files), productName, today: newYorkDate(now()) }
  }
  async function differenceOf({ path, ...source }: Source & { path: string }) {
    const live = await versions.leading(path)
    const task = { ...(await written(source)), task: 'difference', before: live?.flow ?? null } as const
    const [difference, before] = await Promise.all([
      inProcess<'difference'>(task),
      live && store.versionSource(live.version),
    ])
    const files = before ? changedNames(before.files, source.files) : []
    return { version: live?.version ?? null, ...difference, files }
  }
  /** A pending publish of a site that the operator may access. */
  async function ownRequest(id: string, request: FastifyRequest) {
    const asked = await requests.found(id)
    if (!isWithin(sitesOf(request), asked.path)) throw refusal(404, REFUSALS.noRequest, { field: 'id' })
    return asked
  }

  return {
    'GET /api/reports/studio/problems': async ({ query: { path } }) => {
      const draft = await draftOf(path)
      const decisions = await decisionsOf(store)
      const task = { ...(await written(draft)), decisions, task: 'problems' } as const
      const read = await inProcess<'problems'>(task)
      return { revision: draft.revision, ...read }
    },

    'GET /api/reports/studio/difference': async ({ query: { path } }) => {
      const draft = await draftOf(path)
      const needs_approval = needsApproval(path)
      const difference = await differenceOf(draft)
      // A draft with errors can't be published, so who gets its leads doesn't matter yet.
      const unsold =
        difference.problems.length > 0
          ? []
          : await unsoldOffers(ctx, JSON.parse(withoutMark(draft.text)) as Flow)
      return { revision: draft.revision, needs_approval, unsold, ...difference }
    },

    'POST /api/reports/studio/publish': async ({ body: { revision, ...asked }, request }) => {
      const { text, files } = await draftAt(asked.path, revision)
      const { weight, live_at, leads_wait } = asked
      const by = nameOf(request)
      return publish({ path: asked.path, text, files, weight, live_at, leads_wait, by, maker: by })
    },

    'GET /api/reports/studio/requests': async ({ query: { path } }) => ({
      data: await store.publishRequests(path),
    }),

    'GET /api/reports/studio/requests/difference': async ({ query: { id }, request }) => {
      const asked = await ownRequest(id, request)
      return { text: asked.text, ...(await differenceOf(asked)) }
    },

    'POST /api/reports/studio/requests/approve': async ({ body: { id }, request }) => {
      await ownRequest(id, request)
      return requests.approve(id, nameOf(request))
    },

    'POST /api/reports/studio/requests/end': async ({ body: { id, reason = null }, request }) => {
      await ownRequest(id, request)
      await requests.end(id, nameOf(request), reason)
    },

    'POST /api/reports/studio/rollback': async ({ body: { path, version }, request }) => {
      const { flow } = await versionOf(store, version, path)
      const unsafe = whyUnsafe(flow, settings) ?? (await whyUnlisted(store, flow))
      if (unsafe !== null) throw refusal(409, unsafe, { field: 'version' })
      if (!(await versions.canShow(version)))
        throw refusal(409, REFUSALS.unshown(version), { field: 'version' })
      const before = await versions.leading(path)
      await store.activate(version, { weight: 100, at: now() })
      versions.forgetLive()
      const changes = publishedChanges(before, { version, flow })
      await note(request, 'roll_back', { about: `${path} to version ${version}`, changes })
      return { live: await sharesOf(path) }
    },

    'POST /api/reports/studio/take-down': async ({ body: { path }, request }) => {
      if (!(await store.takeDown(path, now())))
        throw refusal(409, REFUSALS.nothingToTakeDown(path), { field: 'path' })
      versions.forgetLive()
      await note(request, 'take_down', { about: path })
    },
  } satisfies Partial<Handlers>
}

/** The files of a draft after `changes`, with the new ones stored. Throws 413 if they are too many or too large. */
async function withFiles(store: Store, files: DraftRecord['files'], changes: SaveDraft['files'] = {}) {
  const given = new Map<string, Buffer>()
  const rest = { ...files }
  for (const [name, content] of Object.entries(changes)) {
    delete rest[name]
    if (content === null) continue
    const bytes = Buffer.from(content, 'base64')
    if (bytes.length > FILE_BYTES) throw refusal(413, REFUSALS.fileTooLarge(name, FILE_BYTES))
    given.set(name, bytes)
  }
  if (Object.keys(rest).length + given.size > MOST_FILES)
    throw refusal(413, REFUSALS.tooManyFiles(MOST_FILES))
  const sizes = [
    ...(await sourceSizes(store, rest)).values(),
    ...Array.from(given.values(), ({ length }) => length),
  ]
  if (given.size > 0 && sizes.reduce((sum, bytes) => sum + bytes, 0) > FILES_BYTES)
    throw refusal(413, REFUSALS.filesTooLarge(FILES_BYTES))
  return { ...rest, ...(await keepSourceFiles(store, given)) }
}

/** Length of a coffee break. */
const SAME_SITTING_MS = 15 * 60_000

function listed(files: DraftRecord['files']) {
  return Object.entries(files)
    .map(([name, sha256]) => ({ name, sha256 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function changedNames(before: DraftRecord['files'], after: DraftRecord['files']): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => before[name] !== after[name]).sort()
}

function isJson(text: string): boolean {
  try {
    JSON.parse(withoutMark(text))
    return true
  } catch {
    return false
  }
}
