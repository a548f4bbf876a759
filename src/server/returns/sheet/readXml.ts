import { Parser } from 'htmlparser2'

/** Handlers for the parts of an XML text, in order. Names come without their prefixes. */
export interface XmlParts {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Reads an XML text as a stream, so that none of it is kept. Throws any error of `parts`, and if elements are nested too deep. */
export function readXml(bytes: Buffer, { open, text, close }: XmlParts): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > DEEPEST) throw new Error(`elements are nested more than ${DEEPEST} levels deep`)
        open(localName(name), attributes)
      },
      ontext: (part) => text?.(part),
      onclosetag(name) {
        depth--
        close?.(localName(name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder(encodingOf(bytes))
  for (let start = 0; start < bytes.length; start += PART_BYTES)
    parser.write(decoder.decode(bytes.subarray(start, start + PART_BYTES), { stream: true }))
  parser.end(decoder.decode())
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Encoding according to the byte order mark. Source: XML 1.0, 4.3.3. */
function encodingOf(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2)
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
}

/** Workbooks nest about 10 levels. */
const DEEPEST = 100
const PART_BYTES = 64 * 1024
