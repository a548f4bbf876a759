import { readFile } from 'node:fs/promises'
import { FLOW_BYTES, type PublishedDraft, type PublishSite } from '../../../schemas/studio/drafts.ts'
import { besides, remembering } from '../../author/document/checkFiles.ts'
import { problemsOf } from '../../author/problemsOf.ts'
import { isError } from '../../author/kernel/weights.ts'
import type { CommandContext } from './command.ts'
import { misuse, refusal } from './failure.ts'

export interface SentSite {
  file: string
  path: string
  weight: number
  /** Time to go live, UTC epoch ms; undefined for now. */
  live_at: number | undefined
  /** True to publish even if leads have nowhere to go there. */
  leads_wait: boolean
}

/** Publishes a flow and the files beside it on another server, with the key in LEADLOOM_KEY. A flow with an error isn't sent. Throws if
 *  the server can't be reached or refuses. */
export async function publishElsewhere(
  server: string,
  { file, path, weight, live_at, leads_wait }: SentSite,
  { env }: CommandContext,
): Promise<PublishedDraft> {
  const origin = originOf(server)
  const key = env['LEADLOOM_KEY'] ?? ''
  if (key === '')
    throw misuse('Set LEADLOOM_KEY to an API key of that server. To create one there: leadloom keys add NAME')
  const source = await readFile(file)
  if (source.length > FLOW_BYTES)
    throw misuse(`${file}: a flow can't be larger than ${FLOW_BYTES / 1024 / 1024} MB.`)
  const files = new Map<string, Buffer>()
  const problems = problemsOf(source, remembering(besides(file), files), undefined, null)
  if (problems.some(isError)) return { version: null, problems, live: [], request: null }
  return send(`${origin}/api/publish`, key, {
    path,
    text: new TextDecoder().decode(source),
    files: Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString('base64')])),
    weight,
    ...(live_at !== undefined && { live_at }),
    // Servers of an earlier release don't know it.
    ...(leads_wait && { leads_wait }),
  })
}

/** Longer than the server takes for the largest flow. */
const MOST_MS = 200_000

async function send(url: string, key: string, site: PublishSite): Promise<PublishedDraft> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const asked = fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(site),
    redirect: 'error',
    signal: AbortSignal.timeout(MOST_MS),
  })
  const answer = await asked.catch((error: Error) => {
    const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
    throw refusal(
      'server_away',
      `${url}: no response (${code ?? message}). Check what is live there, then try again.`,
    )
  })
  const answered: unknown = await answer.json().catch(() => null)
  // Servers of an earlier release have no pending publishes.
  if (answer.ok && isPublished(answered)) return { ...answered, request: answered.request ?? null }
  const { detail } = (answered ?? {}) as { detail?: unknown }
  const why = typeof detail === 'string' ? detail : `this isn't a Leadloom server (status ${answer.status}).`
  throw refusal('server_refused', `${url}: ${why}`)
}

function isPublished(answered: unknown): answered is PublishedDraft {
  return (
    typeof answered === 'object' &&
    answered !== null &&
    'version' in answered &&
    'problems' in answered &&
    'live' in answered
  )
}

/** Server to which the key may be sent: over https, or on this machine. */
function originOf(server: string): string {
  const url = URL.parse(server)
  if (!url || !/^https?:$/.test(url.protocol))
    throw misuse(`--server must be an address like https://claims.example, not "${server}".`)
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw misuse(`Keys are only sent over HTTPS. Use --server https://${url.host}.`)
  return url.origin
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
