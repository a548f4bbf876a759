/** Part of the code that decides about money, consent, and personal data, with the tests that hold it. */
export interface Area {
  /** Patterns of its files. */
  files: string[]
  /** Parts of the store's contract that hold it, by the names of their files in tests/store/contract. */
  contracts: string[]
  /** Patterns of other tests that hold it. */
  tests: string[]
}

export const AREAS: Record<string, Area> = {
  ledger: {
    files: ['src/store/nouns/sales/ledger*.ts', 'src/store/kernel/ledgerSql.ts'],
    contracts: ['sales', 'ledger', 'settle', 'payouts', 'webhooks'],
    tests: ['tests/server/repeat.test.ts', 'tests/store/sqlite/waitingReturns.test.ts'],
  },
  payouts: {
    files: ['src/store/nouns/payouts/*.ts'],
    contracts: ['payouts', 'postbacks'],
    tests: ['tests/server/{desk/payouts,postbacks}.test.ts', 'tests/store/sqlite/payoutTotals.test.ts'],
  },
  revocations: {
    files: ['src/store/nouns/revocations/*.ts'],
    contracts: ['revocations'],
    tests: ['tests/server/{revocations,notices}.test.ts'],
  },
  costs: {
    files: ['src/store/nouns/costs/*.ts'],
    contracts: ['costs', 'reports'],
    tests: ['tests/server/cost*.test.ts'],
  },
  caps: {
    files: [
      'src/store/nouns/leads/{buyerPlaces,leadShares,deliveries}.ts',
      'src/store/kernel/deliveryLife.ts',
    ],
    contracts: ['caps', 'shares', 'deliveries', 'duplicates', 'lives', 'leases'],
    tests: ['tests/store/deliveryLife.test.ts', 'tests/server/delivery/limits.test.ts'],
  },
  auction: {
    files: ['src/server/delivery/{auction,winner,ping,limitsOf}.ts', 'src/store/nouns/leads/auctions.ts'],
    contracts: ['auctions'],
    tests: ['tests/server/delivery/auctions/*.test.ts', 'tests/server/delivery/sold.test.ts'],
  },
  returns: {
    files: ['src/server/returns/*.ts'],
    contracts: [],
    tests: [
      'tests/server/{returns,buyersFiles,sheetRows,statementMatch,repeat,conversions}.test.ts',
      'tests/server/desk/{deskReturns,settle}.test.ts',
    ],
  },
  consents: {
    files: [
      'src/server/visitors/stepConsents.ts',
      'src/flow/consent/*.ts',
      'src/flow/answers/offerConsents.ts',
    ],
    contracts: [],
    tests: [
      'tests/server/{consents,callAnyway,sellers}.test.ts',
      'tests/flow/{agreement,decision,sellers}.test.ts',
    ],
  },
  forgetting: {
    files: ['src/store/nouns/privacy/{erasing,findSessions,optOuts,person,unsubscribing}.ts'],
    contracts: ['privacyRequests', 'keeping', 'sessions', 'duplicates', 'revocations'],
    tests: [
      'tests/store/sqlite/erasing.test.ts',
      'tests/server/{privacy,optOut,mail/unsubscribing,desk/privacyRequests}.test.ts',
    ],
  },
  roles: {
    files: ['schemas/people/roles.ts', 'src/server/operators/{loginRoutes,operators}.ts'],
    contracts: [],
    tests: ['tests/server/{roles,login,secondFactor}.test.ts'],
  },
  envelope: {
    files: ['src/server/http/openEnvelope.ts'],
    contracts: [],
    tests: ['tests/server/envelope.test.ts'],
  },
}
