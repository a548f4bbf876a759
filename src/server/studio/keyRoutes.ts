import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { AuditChange } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { PublishKey } from '../../../schemas/studio/publishKey.ts'
import { FILE_BYTES } from '../../../schemas/studio/drafts.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import type { Store } from '../../store/store.ts'
import type { Handlers } from '../calls.ts'
import { momentText } from '../../time/momentText.ts'
import { changedFields } from '../kernel/changedFields.ts'
import { refusal } from '../kernel/problem.ts'
import { keepSourceFiles } from '../publish/sourceFiles.ts'
import { mayPublish, refuseTooLarge } from './versionMaker.ts'
import type { PublishWritten } from './publishWritten.ts'
import { digestOf } from '../kernel/digests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Key with which a program publishes; null for every other caller. */
    publishKey: PublishKey | null
  }
}

/** Routes for authors to make, list and revoke the keys with which programs publish, and the call that accepts such a key. */
export function keyRoutes(
  { store, now, random }: StoreAndClock & { random: Random },
  publish: PublishWritten,
) {
  const note = (
    { session }: FastifyRequest,
    act: 'make_key' | 'revoke_key',
    { what, changes }: { what: string; changes: AuditChange[] },
  ) => store.audit({ at: now(), operator: session.operator ?? '', act, about: what }, changes)

  return {
    'GET /api/reports/studio/keys': async () => ({ data: await store.publishKeys() }),

    'POST /api/reports/studio/keys': async ({ body: { name, path }, request }) => {
      const key = newKey(random)
      const made = { name, path, made_by: request.session.operator ?? '', made_at: now() }
      if (!(await store.addPublishKey(digestOf(key), made)))
        throw refusal(409, REFUSALS.keyNameTaken(name), { field: 'name' })
      await note(request, 'make_key', { what: about(made), changes: changedKey(null, made) })
      return { key, made: { ...made, revoked_at: null } }
    },

    'POST /api/reports/studio/keys/revoke': async ({ body: { name }, request }) => {
      const before = (await store.publishKeys()).find((key) => key.name === name) ?? null
      if (!(await store.revokePublishKey(name, now())))
        throw refusal(404, REFUSALS.noKey(name), { field: 'name' })
      await note(request, 'revoke_key', { what: name, changes: changedKey(before, null) })
    },

    'POST /api/publish': async ({ body: { path, text, files, weight, live_at, leads_wait }, request }) => {
      const { name, path: only, made_by } = request.publishKey!
      if (only !== null && only !== path) throw refusal(403, REFUSALS.keyOfOther(only), { field: 'path' })
      refuseTooLarge(text)
      const bytes = Object.entries(files).map(
        ([file, content]) => [file, Buffer.from(content, 'base64')] as const,
      )
      const large = bytes.find(([, content]) => content.length > FILE_BYTES)
      if (large) throw refusal(413, REFUSALS.fileTooLarge(large[0], FILE_BYTES), { field: 'files' })
      const kept = await keepSourceFiles(store, new Map(bytes))
      const by = `${made_by ?? 'console'}, key ${name}`
      return publish({ path, text, files: kept, weight, live_at, leads_wait, by, maker: made_by })
    },
  } satisfies Partial<Handlers>
}

/** Refuses callers without an active key before reading anything they send. A key ends with its maker's access. */
export function keyHolder({ store }: { store: Store }): onRequestAsyncHookHandler {
  return async (request) => {
    const key = await store.publishKey(digestOf(request.token))
    if (!key || key.revoked_at !== null || !(await mayPublish(store, key.made_by, key.path)))
      throw refusal(401, REFUSALS.unknownKey, { field: 'authorization' })
    request.publishKey = key
  }
}

/** Makes a key of 256 random bits. Secret scanners recognize it by its prefix. */
export function newKey(random: Random): string {
  return `leadloom_${random(KEY_BYTES).toString('base64url')}`
}

const KEY_BYTES = 32

type KeyAccess = { path: string | null } | { sites: Sites; expires_at: number | null }

/** Changed access of a key, for the audit log; null before it is made and once it is revoked. */
export function changedKey(before: KeyAccess | null, after: KeyAccess | null): AuditChange[] {
  return changedFields(before && keyFields(before), after && keyFields(after))
}

function keyFields(key: KeyAccess) {
  if ('path' in key) return { sites: key.path ?? 'all' }
  const expires = key.expires_at === null ? 'never' : momentText(key.expires_at)
  return { sites: key.sites ?? 'all', expires }
}

/** A key in the audit log. */
export function about({ name, path }: Pick<PublishKey, 'name' | 'path'>): string {
  return `${name} for ${path === null ? 'every site' : `/${path}`}`
}
