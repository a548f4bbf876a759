import type { Handlers } from '../calls.ts'
import { gibberishCheck } from '../checks/gibberish.ts'
import { emailCheckOf } from '../checks/mailHost.ts'
import { phoneCheck } from '../checks/phone.ts'
import { zipCheck } from '../checks/zip.ts'
import type { Context } from '../context.ts'

export function validations({ settings }: Pick<Context, 'settings'>) {
  const emailCheck = emailCheckOf(settings)
  const gibberish = async (text: string) => {
    const { valid } = await gibberishCheck(text)
    return { data: { is_gibberish: valid ? ('no' as const) : ('yes' as const) } }
  }
  return {
    'POST /api/validations/email': ({ body }) => emailCheck(body.email),
    'POST /api/validations/phone': ({ body }) => phoneCheck(body.phone),
    'POST /api/validations/zip': async ({ body }) => {
      const { valid, data = {} } = await zipCheck(body.zip)
      return { valid, data }
    },
    'POST /api/validations/gibberish': ({ body }) => gibberish(body.is_gibberish),
    'POST /api/compute/gibberish': ({ body }) => gibberish(body.is_gibberish),
  } satisfies Partial<Handlers>
}
