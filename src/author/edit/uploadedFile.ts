import { FILE_FAULTS } from './fileFaults.ts'

/** Kinds of files that can be beside a flow: checks by extension that bytes begin as that kind does. */
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

/** Name that a file is stored under, in the form that flows can use: "Roof Photo.JPEG" becomes roof-photo.jpg. */
export function keptName(name: string): string {
  const [, stem, ending] = /^(.*?)\.(\w+)$/.exec(name.toLowerCase()) ?? [undefined, name.toLowerCase(), '']
  const plain = stem!
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const kind = ending === 'jpeg' ? 'jpg' : ending!
  return `${plain.slice(0, LONGEST_NAME - kind.length - 1) || FILE_FAULTS.unnamed}.${kind}`
}

/** Reason in a sentence why a file cannot be stored as `name`; null if it can. Further requirements are checked where the flow names it. */
export function refusedFile(name: string, bytes: Uint8Array): string | null {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const isKind = Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined
  if (!isKind) return FILE_FAULTS.otherKind(name, Object.keys(KINDS))
  if (bytes.length === 0) return FILE_FAULTS.empty(name)
  if (bytes.length > MOST_BYTES) return FILE_FAULTS.tooLarge(name, MOST_BYTES / MIB)
  if (isKind(bytes)) return null
  const other = Object.keys(KINDS).find((kind) => !TEXTS.has(kind) && KINDS[kind]!(bytes))
  return other === undefined ? FILE_FAULTS.broken(name, ending) : FILE_FAULTS.isOther(name, other)
}

const MIB = 1024 * 1024
/** Limit of the server: FILE_BYTES in schemas/studio/drafts.ts. */
const MOST_BYTES = 8 * MIB
/** Length limit of names in flows. */
const LONGEST_NAME = 60
/** Kinds that any text may be. */
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
