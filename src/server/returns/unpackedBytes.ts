/** How many bytes a ZIP file says that it unpacks to; 0 where it is none, which whoever reads it then says. What unpacks an entry
 *  to more than it says fails. Source: PKWARE APPNOTE 6.3.10, sections 4.3.12 and 4.3.16. */
export function unpackedBytes(zip: Buffer): number {
  const end = zip.lastIndexOf(END_OF_DIRECTORY)
  if (end < 0 || end + END_BYTES > zip.length) return 0
  let at = zip.readUInt32LE(end + 16)
  let sum = 0
  for (let left = zip.readUInt16LE(end + 10); left > 0 && at + ENTRY_BYTES <= zip.length; left--) {
    sum += zip.readUInt32LE(at + 24)
    const lengths = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    at += ENTRY_BYTES + lengths.reduce((total, length) => total + length, 0)
  }
  return sum
}

const END_OF_DIRECTORY = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const END_BYTES = 22
const ENTRY_BYTES = 46
