import { hash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in a time that doesn't reveal where, or in what length, they differ. */
export function sameSecret(a: string, b: string): boolean {
  return sameDigest(digestOf(a), digestOf(b))
}

/** Compares two digests of one kind; their length isn't secret. */
export function sameDigest(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'))
}

/** Stored form of a token or a key: SHA-256, lowercase hex. Both are random, so they need no salt. */
export function digestOf(secret: string): string {
  return hash('sha256', secret)
}
