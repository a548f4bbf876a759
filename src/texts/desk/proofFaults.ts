/** What is said of a file of a proof that is not as it was made. */
export const PROOF_FAULTS = {
  pdf: 'This is the printed form of a proof. What can be checked is its JSON file: its SHA-256 must be the one printed here.',
  line: (line: number, message: string) => `Line ${line}: ${message}`,
  otherFormat: (format: unknown) =>
    typeof format === 'string'
      ? `It says that it is of the format ${JSON.stringify(format)}. A proof is of the format "leadloom-proof-2".`
      : 'It is no proof: it does not say that it is of the format "leadloom-proof-2".',
  shape: (at: string, message: string) =>
    `It does not have the shape of a proof at ${at || 'its beginning'}: ${message}.`,
  number: (said: number, before: number) =>
    `It is numbered ${said} and comes ${before === 0 ? 'first' : `after the one numbered ${before}`}: a link was taken out, put in or moved.`,
  notFirst: 'It stands first and names a link before it: what came before was taken out.',
  gap: (before: number) =>
    `It does not follow link ${before}: one of the two was changed, or one between them was taken out, put in or moved.`,
  changed: ({ kind, at }: { kind: string; at: number }) =>
    `Its hash does not fit what it says now (${kind}, ${new Date(at).toISOString()}): it was changed.`,
  unsigned:
    'It is unsigned: it was made before proofs were signed, so nothing shows who made it. Get a new one at /desk, or compare it with the database.',
  unknownKey: (key: string) =>
    `Its signature could not be verified: the key ${key} is not among the public keys. Use the keys of the server that made it.`,
  signature: 'Its signature does not fit: it was changed, or someone else made it.',
  end: 'The SHA-256 of the file is not that of its last link: links were taken off the end or put there, or it was changed.',
  head: 'What the file says of itself was changed: who made it, when, with what, for which session, or where the chain ends.',

  // Held against the database
  noLead: 'There is no such lead in the database.',
  gone: 'The database does not hold this any more.',
  otherwise: (places: readonly string[]) => `The database says otherwise: ${places.join('; ')}.`,
  place: (at: string, here: string, there: string) => `${at} is ${there}, here ${here}`,
} as const
