import { IS_KIND } from '../kernel/fileKinds.ts'

/** Icons for a tab, a phone's home screen, and the page header: checks by file name that bytes are of that kind. */
export const ICON_KINDS: Record<string, (bytes: Buffer) => boolean> = {
  'favicon.ico': (bytes) => bytes.toString('hex', 0, 4) === '00000100',
  'icon-180.png': IS_KIND.png,
  'icon.svg': IS_KIND.svg,
}

/** Names of a site's icon files. */
export const ICONS = Object.keys(ICON_KINDS)
