import { PixelsFile } from '../../../schemas/outgoing/pixelAccess.ts'
import { PIXELS_FILE } from '../settings/wrongSettings.ts'
import { hasLogin, isLoopback } from '../kernel/addresses.ts'
import { readSecretFile } from '../settings/secretFile.ts'
import type { Settings } from '../settings/settings.ts'
import { accessTo, accountsOf, type Pixels } from './pixelFormats.ts'

/** Access data in a file. Throws like readSecretFile. */
export function readPixels(file: string, { localTargets }: Pick<Settings, 'localTargets'>): Pixels {
  const { document, refuse } = readSecretFile(file, { setting: 'PIXELS_FILE', schema: PixelsFile })
  const { $schema: _, ...pixels } = document
  const { localRefused, allowLocal } = PIXELS_FILE
  refuse(
    accountsOf(pixels).flatMap(({ vendor, account }) => {
      const access = accessTo(pixels, vendor, account)!
      const { url, local = false } = access
      const token_url = 'token_url' in access ? access.token_url : undefined
      const refused = local && !localTargets
      const all = [
        { member: 'local', wrong: refused ? { message: localRefused, hint: allowLocal } : null },
        { member: 'url', wrong: wrongAddress(url, local) },
        { member: 'token_url', wrong: token_url === undefined ? null : wrongAddress(token_url, local) },
      ]
      return all.flatMap(({ member, wrong }) => {
        if (!wrong) return []
        return {
          code: 'bad_pixel',
          at: member in access ? [vendor, account, member] : [vendor, account],
          message: PIXELS_FILE.ofAccount(vendor, account, wrong.message),
          hint: wrong.hint,
        }
      })
    }),
  )
  return pixels
}

function wrongAddress(url: string | undefined, local: boolean): { message: string; hint: string } | null {
  const {
    url: message,
    urlLike,
    localElsewhere,
    localLike,
    inTheOpen,
    beginHttps,
    login,
    withoutLogin,
  } = PIXELS_FILE
  if (local && !isLoopback(url ?? '')) return { message: localElsewhere, hint: localLike }
  if (url === undefined) return null
  if (!URL.canParse(url)) return { message, hint: urlLike }
  if (hasLogin(url)) return { message: login, hint: withoutLogin }
  return !local && url.startsWith('http:') ? { message: inTheOpen, hint: beginHttps } : null
}
