import type { Context } from '../context.ts'
import type { Handlers } from '../http/calls.ts'
import { leadListRoutes } from './leadListRoutes.ts'

/** What /desk asks. */
export function desk(ctx: Context) {
  return { ...leadListRoutes(ctx) } satisfies Partial<Handlers>
}
