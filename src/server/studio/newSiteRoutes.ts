import type { MakeSite } from '../../../schemas/studio/drafts.ts'
import { renameBrand } from '../../author/templates/renameBrand.ts'
import { newSiteFiles } from '../../author/templates/newSiteFiles.ts'
import { siteFrom } from '../../author/templates/siteFrom.ts'
import type { Source } from '../../store/nouns/versions/draftRecords.ts'
import type { Store } from '../../store/store.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { isOwnAddress } from '../publish/ownAddresses.ts'
import { keepSourceFiles } from '../publish/sourceFiles.ts'
import { sourceOf } from './sourceOf.ts'
import { nameOf, type Drafts } from './authorDrafts.ts'

/** Route to make a site, as a draft of a path that has nothing yet. */
export function newSiteRoutes({ store }: { store: Store }, { save, note }: Drafts) {
  return {
    'POST /api/reports/studio/sites': async ({ body, request }) => {
      const { path, template, copy_of } = body
      if (isOwnAddress(path)) throw refusal(409, REFUSALS.ownAddress(path), { field: 'path' })
      if (await isTaken(store, path)) throw taken(path)
      const source =
        copy_of === undefined ? await ofTemplate(store, body) : await copied(store, copy_of, body)
      const by = nameOf(request)
      const line = await save({ ...source, path, from: 0, isJson: true, based_on: null, by }, () =>
        taken(path),
      )
      await note(request, 'make_draft', {
        about:
          copy_of === undefined ? `${path} from template ${template}` : `${path} as a copy of ${copy_of}`,
      })
      return line
    },
  } satisfies Partial<Handlers>
}

async function isTaken(store: Store, path: string): Promise<boolean> {
  const [versions, draft, requests] = await Promise.all([
    store.versions(),
    store.draft(path),
    store.openPublishRequests(),
  ])
  return draft !== null || [...versions, ...requests].some((line) => line.path === path)
}

function taken(path: string) {
  return refusal(409, REFUSALS.pathTaken(path), { field: 'path' })
}

async function ofTemplate(
  store: Store,
  { path, name, template, accent, company }: MakeSite,
): Promise<Source> {
  if (template === undefined || accent === undefined)
    throw refusal(400, REFUSALS.templateOrCopy, { field: 'template' })
  const flow = siteFrom({ template, name, accent, style: path, schema: SCHEMA, ...(company && { company }) })
  const files = Object.entries(newSiteFiles(path, accent))
  return {
    text: textOf(flow),
    files: await keepSourceFiles(store, new Map(files.map(([file, bytes]) => [file, Buffer.from(bytes)]))),
  }
}

/** Draft of another site, or its live version if it has none, under another brand. */
async function copied(store: Store, path: string, { name, template }: MakeSite): Promise<Source> {
  if (template !== undefined) throw refusal(400, REFUSALS.templateOrCopy, { field: 'template' })
  const draft = await store.draft(path)
  const share = (await store.live()).find((live) => live.path === path)
  const version = draft || !share ? null : await store.version(share.version)
  const source = draft ?? (version && (await sourceOf(store, version)))
  if (!source) throw refusal(404, REFUSALS.noSite(path), { field: 'copy_of' })
  try {
    return { text: textOf(renameBrand(JSON.parse(source.text), name)), files: source.files }
  } catch {
    throw refusal(409, REFUSALS.brokenCopy(path), { field: 'copy_of' })
  }
}

function textOf(flow: unknown): string {
  return `${JSON.stringify(flow, null, 2)}\n`
}

/** Schema as files beside the program name it. */
const SCHEMA = 'flow.schema.json'
