/** Sets of legal rules that an offer can be held to, with what each is about. Rules: src/author/law/lawRules.ts. */
export const REGIME_MEANINGS = {
  'us-tcpa': 'calls and texts to phones in the US (TCPA)',
  'us-cms-tpmo': 'Medicare leads (CMS rules for third-party marketing organizations)',
  'us-ca-ccpa': 'personal information of people in California (CCPA)',
  'us-ca-sb37': 'legal advertising in California (SB 37)',
  'us-fl': 'telephone sales in Florida',
  'us-md': 'telephone sales in Maryland',
  'us-ok': 'telephone sales in Oklahoma',
  'us-tx': 'telephone sales in Texas',
  'us-va': 'telephone sales in Virginia',
  'us-wa': 'telephone sales in Washington',
} as const
export type Regime = keyof typeof REGIME_MEANINGS

/** State that a regime is limited to; visitors elsewhere aren't affected. */
export const STATE_OF: Partial<Record<Regime, string>> = {
  'us-ca-ccpa': 'CA',
  'us-ca-sb37': 'CA',
  'us-fl': 'FL',
  'us-md': 'MD',
  'us-ok': 'OK',
  'us-tx': 'TX',
  'us-va': 'VA',
  'us-wa': 'WA',
}
