import type { Handlers } from '../calls.ts'
import type { Versions } from '../publish/versions.ts'
import { sentFlow } from '../publish/sentFlow.ts'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

export function flows({ versions }: { versions: Versions }) {
  return {
    'GET /api/flows/:version': async ({ request, reply, query }) => {
      const { version: number } = request.params as { version: string }
      const version = /^[1-9]\d{0,14}$/.test(number) ? await versions.get(Number(number)) : null
      if (!version) throw refusal(404, REFUSALS.noVersion, { field: 'version' })
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return sentFlow(version.flow, query.lang)
    },

    'GET /api/path-config': async ({ query: { path } }) => {
      const leading = await versions.leading(path)
      if (!leading) throw refusal(404, REFUSALS.nothingLive, { field: 'path' })
      const live = (await versions.shares(path)).map(({ version, weight }) => ({ version, weight }))
      return { path, version: leading.version, title: leading.flow.ui_config.title, live }
    },
  } satisfies Partial<Handlers>
}
