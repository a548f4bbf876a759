import { IS_KIND } from '../site/fileKinds.ts'

/** For a tab, for a phone's home screen, and for the head of the page: by file name, what tells whether bytes are one. */
export const ICON_KINDS: Record<string, (bytes: Buffer) => boolean> = {
  'favicon.ico': (bytes) => bytes.toString('hex', 0, 4) === '00000100',
  'icon-180.png': IS_KIND.png,
  'icon.svg': IS_KIND.svg,
}

/** The files of a site's icons, by name. */
export const ICONS = Object.keys(ICON_KINDS)
