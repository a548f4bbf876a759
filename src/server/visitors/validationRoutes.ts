import type { Handlers } from '../calls.ts'
import { gibberishCheck } from '../outside/gibberish.ts'
import type { Checks } from '../outside/externalChecks.ts'
import { noteDoubts, type DoubtDeps } from './insisting.ts'

export function validations(ctx: DoubtDeps & { checks: Checks }) {
  const { checks } = ctx
  const gibberish = async (text: string) => {
    const { valid } = await gibberishCheck(text)
    return { data: { is_gibberish: valid ? ('no' as const) : ('yes' as const) } }
  }
  return {
    'POST /api/validations/email': async ({ body, visitor }) => {
      const { unchecked: _, data: __, ...answer } = await checks.email(body.email)
      if (answer.insistable) await noteDoubts(ctx, visitor, [{ name: 'email', value: body.email }])
      return answer
    },
    'POST /api/validations/phone': async ({ body }) => {
      const { valid } = await checks.phone(body.phone)
      return { valid }
    },
    'POST /api/validations/zip': async ({ body, visitor }) => {
      const { valid, data = {}, insistable } = await checks.zip(body.zip)
      if (insistable) await noteDoubts(ctx, visitor, [{ name: 'zip', value: body.zip }])
      return { valid, data, ...(insistable && { insistable }) }
    },
    'POST /api/validations/gibberish': ({ body }) => gibberish(body.is_gibberish),
    'POST /api/compute/gibberish': ({ body }) => gibberish(body.is_gibberish),
  } satisfies Partial<Handlers>
}
