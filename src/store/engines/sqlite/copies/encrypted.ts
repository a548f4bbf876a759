import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'

/** Files encrypted with a passphrase in the format of age, which `age --decrypt` opens as well. They are streamed, so memory doesn't
 *  grow with them, but deriving the key takes 256 MB for a second. Source: age-encryption.org/v1. */

const VERSION_LINE = 'age-encryption.org/v1\n'
/** Beginning of a file that a passphrase opens. */
const BY_PASSPHRASE = `${VERSION_LINE}-> scrypt `

/** True if a file is encrypted by age, with a passphrase or otherwise. */
export function isEncrypted(file: string): boolean {
  return beginningOf(file).startsWith(VERSION_LINE)
}

/** Encrypts `from` into the new file `to`. Once this resolves, `to` is on disk and was decrypted again for comparison. */
export async function encryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  await write(await encrypter.encrypt(read(from)), to)
  const [before, after] = [await digestOf(read(from)), await digestOf(await open(to, passphrase))]
  if (before !== after) throw new Error(`The file written to ${to} can't be read back. Check its disk.`)
}

/** Decrypts `from` into the new file `to`. Rejects with one plain sentence if the passphrase is wrong or the file was changed or cut
 *  off, or with `unwritable`; then `to` is useless. */
export async function decryptFile(
  from: string,
  to: string,
  { passphrase, unwritable }: { passphrase: string; unwritable: string },
): Promise<void> {
  if (!beginningOf(from).startsWith(BY_PASSPHRASE))
    throw new Error(
      `${from} was encrypted without a passphrase. Decrypt it with age, then restore the result.`,
    )
  try {
    await write(await open(from, passphrase), to)
  } catch (cause) {
    // Only the system's own errors, such as a full disk, have this.
    if (cause instanceof Error && 'syscall' in cause)
      throw new Error(`${unwritable} (${cause.message})`, { cause })
    const isWrong = cause instanceof Error && cause.message.startsWith('no identity matched')
    throw new Error(
      isWrong
        ? `The passphrase doesn't open ${from}, so nothing was restored. Use the one the backup was made with.`
        : `${from} is incomplete or was changed, so nothing was restored. Use an earlier backup.`,
      { cause },
    )
  }
}

function open(file: string, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return decrypter.decrypt(read(file))
}

function read(file: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
}

/** Writes a file only for its own user, and never over an existing one. The file is there before any content is read: else it could
 *  appear after content that fails at once, when the caller has cleaned up. */
async function write(content: ReadableStream<Uint8Array>, file: string): Promise<void> {
  const handle = await openFile(file, 'wx', 0o600).catch(async (error: unknown) => {
    await content.cancel()
    throw error
  })
  await pipeline(content, handle.createWriteStream({ flush: true }))
}

async function digestOf(content: ReadableStream<Uint8Array>): Promise<string> {
  const digest = createHash('sha256')
  for await (const piece of content) digest.update(piece)
  return digest.digest('hex')
}

function beginningOf(file: string): string {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(BY_PASSPHRASE.length)
    return bytes.toString('latin1', 0, readSync(handle, bytes, 0, bytes.length, 0))
  } finally {
    closeSync(handle)
  }
}
