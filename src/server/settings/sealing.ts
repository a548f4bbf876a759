import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts so that only holders of a key can read them, by AES-256-GCM. Source: NIST SP 800-38D. */
export interface Seal {
  /** `about` names the owner of the text; if sealed for one buyer or account, it opens for no other. */
  seal(text: string, about: string): string
  /** Null if none of the keys opens it, or it was changed. */
  open(sealed: string, about: string): string | null
}

/** The first of `secrets` seals; each may open, so that a new one can be put before the one in use. `purpose` makes the key differ from
 *  others derived from the same secret. */
export function sealedBy(
  secrets: readonly string[],
  purpose: 'buyers' | 'second factors' | 'provider logins' | 'proofs',
): Seal {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', `leadloom ${purpose}`, KEY_BYTES)),
  )
  return {
    seal(text, about) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, keys[0]!, iv).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64url')
      const iv = bytes.subarray(0, IV_BYTES)
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      if (tag.length < TAG_BYTES) return null
      for (const key of keys) {
        const opening = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
        opening.setAAD(Buffer.from(about)).setAuthTag(tag)
        try {
          const text = opening.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8')
          return text + opening.final('utf8')
        } catch {
          // Another key sealed it, or it was changed.
        }
      }
      return null
    },
  }
}

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
