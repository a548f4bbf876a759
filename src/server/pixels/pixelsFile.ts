import { PixelsFile } from '../../../schemas/outgoing/pixelAccess.ts'
import { PIXELS_FILE } from '../../texts/wrongSettings.ts'
import { isLoopback } from '../http/loopback.ts'
import { readSecretFile } from '../settings/secretFile.ts'
import { accessTo, accountsOf, type Pixels } from './pixelFormats.ts'

/** The access that a file gives. Throws as readSecretFile does. */
export function readPixels(file: string): Pixels {
  const { document, refuse } = readSecretFile(file, { setting: 'PIXELS_FILE', schema: PixelsFile })
  const { $schema: _, ...pixels } = document
  refuse(
    accountsOf(pixels).flatMap(({ vendor, account }) => {
      const { url, local = false } = accessTo(pixels, vendor, account)!
      const wrong = wrongAddress(url, local)
      if (!wrong) return []
      return {
        code: 'bad_pixel',
        at: url === undefined ? [vendor, account] : [vendor, account, 'url'],
        message: PIXELS_FILE.ofAccount(vendor, account, wrong.message),
        hint: wrong.hint,
      }
    }),
  )
  return pixels
}

function wrongAddress(url: string | undefined, local: boolean): { message: string; hint: string } | null {
  const { url: message, urlLike, localElsewhere, localLike, inTheOpen, beginHttps } = PIXELS_FILE
  if (local && !isLoopback(url ?? '')) return { message: localElsewhere, hint: localLike }
  if (url === undefined) return null
  if (!URL.canParse(url)) return { message, hint: urlLike }
  return !local && url.startsWith('http:') ? { message: inTheOpen, hint: beginHttps } : null
}
