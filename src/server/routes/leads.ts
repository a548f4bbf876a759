import type { Handlers } from '../calls.ts'
import type { Context } from '../context.ts'

export function leads({ store, now }: Context) {
  return {
    'POST /api/store': ({ body, visitor }) => store.storeLead(visitor.session.uuid, body.lead, now()),
  } satisfies Partial<Handlers>
}
