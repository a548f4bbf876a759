import type { Handlers } from '../calls.ts'
import type { Context } from '../context.ts'
import { refusal } from '../problem.ts'

export function linkout({ store, visitors, now }: Context) {
  return {
    'POST /webhook/tracking/linkout/create': async ({ body }) => {
      if (!(await visitors.find(body.session_uuid)))
        throw refusal(404, 'There is no such session.', { field: 'session_uuid' })
      await store.linkOut({ ...body, at: now() })
    },
  } satisfies Partial<Handlers>
}
