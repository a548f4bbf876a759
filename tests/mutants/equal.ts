/** Survivors that change nothing anyone can notice, by their key, with the reason. */
export const EQUAL: Record<string, string> = {
  'src/server/http/openEnvelope.ts: const CHUNK_BYTES = 4096 | 4096 -> (4096 + 1)':
    'text is read in parts of any size',
}
