/** Faults found in a proof file. */
export const PROOF_FAULTS = {
  pdf: 'This is a printed proof. Check its JSON file instead. The SHA-256 must match the one printed here.',
  line: (line: number, message: string) => `Line ${line}: ${message}`,
  otherFormat: (format: unknown) =>
    typeof format === 'string'
      ? `Its format is ${JSON.stringify(format)}, but a proof has the format "leadloom-proof-2".`
      : 'This isn\'t a proof. Its format must be "leadloom-proof-2".',
  shape: (at: string, message: string) => `The file isn't valid at ${at || 'the top level'}: ${message}.`,
  number: (said: number, before: number) =>
    `It's number ${said}, but ${before === 0 ? 'comes first' : `follows number ${before}`}. A link was removed, added, or moved.`,
  notFirst: 'It comes first but refers to an earlier link. Earlier links were removed.',
  gap: (before: number) =>
    `It doesn't follow link ${before}. One of the two was changed, or a link between them was removed, added, or moved.`,
  changed: ({ kind, at }: { kind: string; at: number }) =>
    `Its hash doesn't match its content (${kind}, ${new Date(at).toISOString()}). It was changed.`,
  unsigned:
    "It isn't signed, because it was made before proofs were signed. Nothing shows who made it. Get a new one at /desk, or compare it with the database.",
  unknownKey: (key: string) =>
    `Its signature can't be verified because key ${key} isn't among the public keys. Use the keys of the server that made it.`,
  signature: "Its signature doesn't match. It was changed, or someone else made it.",
  end: "The file's SHA-256 doesn't match its last link. Links were removed or added at the end, or the file was changed.",
  head: "The file's header was changed. It names the file's author, time, software, and session, and the end of the chain.",

  // Compared with the database
  noLead: "This lead isn't in the database.",
  gone: 'This is no longer in the database.',
  otherwise: (places: readonly string[]) => `The database differs: ${places.join('; ')}.`,
  place: (at: string, here: string, there: string) =>
    `${at} is ${there} in the database and ${here} in the file`,
} as const
