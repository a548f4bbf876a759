import { inflateRawSync } from 'node:zlib'

/** A file within a ZIP file. */
export interface ZipEntry {
  /** Unpacked size that the file claims. */
  bytes: number
  /** Returns the content. Throws if it is damaged or unpacks to more than it claims. */
  unpack: () => Buffer
}

/** Files within a ZIP file, by name; empty if it isn't a ZIP file. Nothing is unpacked yet. Source: PKWARE APPNOTE 6.3.10, sections
 *  4.3.7, 4.3.12 and 4.3.16. */
export function zipEntries(zip: Buffer): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  const end = zip.lastIndexOf(END_OF_DIRECTORY)
  if (end < 0 || end + END_BYTES > zip.length) return entries
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0 && at + ENTRY_BYTES <= zip.length; left--) {
    const [method, packed, bytes] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
    ]
    const lengths = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const [nameLength = 0] = lengths
    const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
    const local = zip.readUInt32LE(at + 42)
    entries.set(name, { bytes, unpack: () => unpacked(contentAt(zip, local, packed), method, bytes) })
    at += ENTRY_BYTES + lengths.reduce((total, length) => total + length, 0)
  }
  return entries
}

/** Packed content after a local header, whose lengths may differ from those of the directory. */
function contentAt(zip: Buffer, local: number, packed: number): Buffer {
  const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  return zip.subarray(start, start + packed)
}

function unpacked(content: Buffer, method: number, bytes: number): Buffer {
  if (method === STORED) return content
  if (method !== DEFLATED) throw new Error(`ZIP compression method ${method}`)
  return inflateRawSync(content, { maxOutputLength: Math.max(bytes, 1) })
}

const STORED = 0
const DEFLATED = 8
const END_OF_DIRECTORY = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
