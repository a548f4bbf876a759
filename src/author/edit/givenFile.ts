import { FILES } from '../../texts/studio/fileScreen.ts'

/** The kinds of files that can be beside a flow: by the ending of their names, what a file of the kind begins with. */
const KINDS: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  png: begins('\x89PNG\r\n\x1a\n'),
  jpg: begins('\xff\xd8\xff'),
  webp: (bytes) => begins('RIFF')(bytes) && begins('WEBP')(bytes.subarray(8)),
  ico: begins('\0\0\x01\0'),
  woff2: begins('wOF2'),
  svg: (bytes) => /<(\w+:)?svg[\s>]/.test(textOf(bytes)),
  css: isText,
  html: isText,
}

/** The name that a file is kept under: as flows can name it. "Roof Photo.JPEG" is roof-photo.jpg. */
export function keptName(name: string): string {
  const [, stem, ending] = /^(.*?)\.(\w+)$/.exec(name.toLowerCase()) ?? [undefined, name.toLowerCase(), '']
  const plain = stem!
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const kind = ending === 'jpeg' ? 'jpg' : ending!
  return `${plain.slice(0, LONGEST_NAME - kind.length - 1) || FILES.unnamed}.${kind}`
}

/** What is wrong with a file that is to be kept under `name`, in a sentence; null where nothing is. What it must be beyond that is
 *  checked where the flow names it. */
export function refusedFile(name: string, bytes: Uint8Array): string | null {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const isKind = Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined
  if (!isKind) return FILES.otherKind(name, Object.keys(KINDS))
  if (bytes.length === 0) return FILES.empty(name)
  if (bytes.length > MOST_BYTES) return FILES.tooLarge(name, MOST_BYTES / MIB)
  if (isKind(bytes)) return null
  const other = Object.keys(KINDS).find((kind) => !TEXTS.has(kind) && KINDS[kind]!(bytes))
  return other === undefined ? FILES.broken(name, ending) : FILES.isOther(name, other)
}

const MIB = 1024 * 1024
/** As the server takes them: FILE_BYTES in schemas/studio/drafts.ts. */
const MOST_BYTES = 8 * MIB
/** That flows can name. */
const LONGEST_NAME = 60
/** Any text may be one. */
const TEXTS: ReadonlySet<string> = new Set(['css', 'html'])

function begins(signs: string) {
  return (bytes: Uint8Array) =>
    Array.from(signs, (sign) => sign.charCodeAt(0)).every((code, at) => bytes[at] === code)
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !textOf(bytes, true).includes('\0')
  } catch {
    return false
  }
}

function textOf(bytes: Uint8Array, fatal = false): string {
  return new TextDecoder('utf-8', { fatal }).decode(bytes)
}
