import { EventEmitter, once } from 'node:events'
import type { DraftPageState, VisitAsked } from '../../../schemas/studio/page.ts'
import type { DraftRecord } from '../../store/nouns/versions/draftRecords.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Random } from '../kernel/ports.ts'
import type { Settings } from '../settings/settings.ts'
import type { Store } from '../../store/store.ts'
import { refusal } from '../kernel/problem.ts'
import { isOwnAddress } from '../publish/ownAddresses.ts'
import { readSourceFiles } from '../publish/sourceFiles.ts'
import type { DraftPage, FrameAnswer, FrameRequest, OpenDraftPage } from './draftPage.ts'

/** A logged-in operator: the key of the login, and the name. */
export interface PageOwner {
  login: string
  operator: string
}

/** Open pages of drafts, one per login. */
export interface DraftPages {
  /** Opens the page of a draft, unless it is open. Throws 409 if others have as many open as allowed. */
  open(owner: PageOwner, draft: DraftRecord): Promise<void>
  /** State of the page, for the last saved draft, as soon as it is newer than `seen` or HOLD_MS have passed. */
  state(owner: PageOwner, asked: { path: string; seen: number }): Promise<DraftPageState>
  /** Begins a visit; resolves to the address of its page. Throws 404 if it can't be found. */
  begin(owner: PageOwner, visit: VisitAsked): Promise<string>
  close(owner: PageOwner, path: string): Promise<void>
  /** Answers the frame whose address has this token. Throws 404 if no page has it, or its login has ended. */
  answer(token: string, request: Omit<FrameRequest, 'base'>): Promise<FrameAnswer>
  closeAll(): Promise<void>
}

/** Each is a thread with a database, about 150 MB. */
export const MOST_PAGES = 4
/** A page without requests is closed after this time. A hidden tab makes no requests. */
export const IDLE_MS = 5 * 60_000
/** Less than proxies wait for an answer. */
const HOLD_MS = 20_000

/** Path of draft pages, outside of every cookie's path. */
export const PAGES_BASE = '/studio/page'

interface OpenPage {
  owner: PageOwner
  path: string
  token: string
  page: DraftPage | null
  /** Revision that the page was written from. */
  revision: number
  files: DraftRecord['files']
  writing: Promise<unknown>
  seen: number
  events: EventEmitter
  idle: NodeJS.Timeout | undefined
}

interface DraftPageDeps {
  /** Opens the page of a draft, if this server renders drafts. */
  openDraftPage?: OpenDraftPage
  store: Store
  settings: Settings
  random: Random
}

export function draftPages({ openDraftPage, store, settings, random }: DraftPageDeps): DraftPages {
  const { pages, inUse, changed, end, pageOf, ask, refresh } = openPages(store)
  return {
    async open(owner, { path, revision, text, good, files }) {
      if (!openDraftPage) throw refusal(409, REFUSALS.noPages)
      if (isOwnAddress(path)) throw refusal(409, REFUSALS.ownAddress(path), { field: 'path' })
      const mine = [...pages].find((page) => page.owner.login === owner.login)
      if (mine?.path === path && mine.page) return inUse(mine)
      // If one author has two tabs, the newer one gets the page.
      if (mine) await end(mine)
      // Another browser of theirs, which may be closed.
      const elsewhere = [...pages].find((page) => page.owner.operator === owner.operator)
      if (elsewhere && pages.size >= MOST_PAGES) await end(elsewhere)
      if (pages.size >= MOST_PAGES)
        throw refusal(
          409,
          REFUSALS.pagesTaken(
            [...pages].map(({ owner }) => owner.operator),
            IDLE_MS / 60_000,
          ),
        )
      const opened: OpenPage = {
        owner,
        path,
        token: random(32).toString('base64url'),
        page: null,
        revision,
        files,
        writing: Promise.resolve(),
        seen: 1,
        events: new EventEmitter().setMaxListeners(0),
        idle: undefined,
      }
      pages.add(opened)
      try {
        const page = await openDraftPage({
          path,
          written: { text: good ?? text, files: await readSourceFiles(store, files), gone: [] },
          productName: settings.productName,
          onChange: () => changed(opened),
          onEnd: () => void end(opened),
        })
        // Closed while it was being opened.
        if (!pages.has(opened)) {
          await page.close()
          throw closed()
        }
        opened.page = page
        inUse(opened)
        // If the text isn't JSON, shows the last working page and the place of the error.
        if (good !== null) await page.write({ text, files: new Map(), gone: [] })
      } catch (error) {
        await end(opened)
        throw error
      }
    },

    async state(owner, { path, seen }) {
      const page = pageOf(owner, path)
      await refresh(page)
      if (page.seen === seen) await changeOf(page)
      if (!pages.has(page)) throw closed()
      const now = page.seen
      const { path: _, file: __, problems: ___, ...shown } = await ask(page, (page) => page.state())
      return { ...shown, seen: now, revision: page.revision }
    },

    async begin(owner, { path, ...visit }) {
      const page = pageOf(owner, path)
      if (!(await ask(page, (page) => page.begin(visit))))
        throw refusal(404, REFUSALS.noVisitTo, { field: 'step' })
      return `${PAGES_BASE}/${page.token}/${path}`
    },

    async close({ login }, path) {
      for (const page of pages) if (page.owner.login === login && page.path === path) await end(page)
    },

    async answer(token, request) {
      const page = [...pages].find((page) => page.token === token)
      if (!page?.page) throw closed()
      if ((await store.loginSession(page.owner.login)) === null) {
        await end(page)
        throw closed()
      }
      inUse(page)
      return ask(page, (page) => page.answer({ ...request, base: `${PAGES_BASE}/${token}` }))
    },

    async closeAll() {
      await Promise.all(Array.from(pages, end))
    },
  }
}

/** Open pages, and everything that can happen to one: use, changes, and its end. */
function openPages(store: Store) {
  const pages = new Set<OpenPage>()

  function inUse(page: OpenPage): void {
    clearTimeout(page.idle)
    page.idle = setTimeout(() => void end(page), IDLE_MS).unref()
  }

  function changed(page: OpenPage): void {
    page.seen++
    page.events.emit('change')
  }

  async function end(page: OpenPage): Promise<void> {
    pages.delete(page)
    clearTimeout(page.idle)
    page.events.emit('change')
    await page.page?.close()
  }

  function pageOf({ login }: PageOwner, path: string): OpenPage {
    const found = [...pages].find((page) => page.owner.login === login && page.path === path)
    if (!found?.page) throw closed()
    inUse(found)
    return found
  }

  /** Asks a page. A request while it is being closed comes too late. */
  async function ask<Answer>(page: OpenPage, act: (page: DraftPage) => Promise<Answer>): Promise<Answer> {
    try {
      return await act(page.page!)
    } catch (error) {
      throw pages.has(page) ? error : closed()
    }
  }

  /** Writes the changes saved since. */
  function refresh(page: OpenPage): Promise<unknown> {
    return (page.writing = page.writing
      .catch(() => {})
      .then(async () => {
        const draft = await store.draft(page.path)
        if (!draft || draft.revision === page.revision) return
        const names = Object.keys(draft.files).filter((name) => draft.files[name] !== page.files[name])
        const files = await readSourceFiles(
          store,
          Object.fromEntries(names.map((name) => [name, draft.files[name]!])),
        )
        const gone = Object.keys(page.files).filter((name) => !Object.hasOwn(draft.files, name))
        await ask(page, (page) => page.write({ text: draft.text, files, gone }))
        page.revision = draft.revision
        page.files = draft.files
        changed(page)
      }))
  }

  return { pages, inUse, changed, end, pageOf, ask, refresh }
}

async function changeOf({ events }: OpenPage): Promise<void> {
  const signal = AbortSignal.timeout(HOLD_MS)
  await once(events, 'change', { signal }).catch(() => {})
}

function closed() {
  return refusal(404, REFUSALS.pageClosed)
}
