/** What /desk says of buyers. */
export const BUYERS = {
  title: 'Buyers',
  failed: 'The buyer could not be loaded',
  none: 'There are no buyers yet',
  noneWhy: 'Leads are kept, and wait. Add a buyer under the key by which flows name it.',
  // The list
  add: 'Add a buyer',
  buyer: 'Buyer',
  format: 'Format',
  host: 'Host',
  state: 'State',
  leads: 'Leads today',
  accepted: 'Accepted',
  net: 'Net today',
  used: 'In use',
  ofFile: 'In use, of the file',
  paused: 'Paused',
  testing: 'Gets tests only',
  unused: 'Not used',
  unsaved: 'Changes are not saved',
  // A new one
  key: 'Key',
  keyAbout: 'By which flows name it, in their ui_config.buyers.',
  keyRule: 'A letter, then letters, digits or _; at most 64.',
  goOn: 'Go on',
  // One
  back: '← All buyers',
  newNote: 'New: it is used once it is saved.',
  fileNote: 'It stands in the file of BUYERS_FILE and is changed there.',
  savedBy: (by: string, at: string, revision: number) => `Revision ${revision}, saved by ${by}, ${at}`,
  behind: 'Somebody saved it since these changes began.',
  save: 'Save',
  saved: 'Saved. Every server goes by it within 2 seconds.',
  discard: 'Discard the changes',
  conflict: 'What you changed is still here.',
  takeTheirs: 'Show theirs and discard mine',
  saveOver: 'Save mine over theirs',
  pause: 'Pause',
  resume: 'Go on selling',
  isPaused: 'Paused. Nothing is posted to it.',
  resumed: 'It gets leads again.',
  remove: 'Remove',
  removeTitle: (buyer: string) => `Remove ${buyer}?`,
  removeNote:
    'Its secrets are gone for good. Leads for it are kept, and wait; what was sold stays in the ledger.',
  test: 'Send a test',
} as const

export const BUYER_FORM = {
  kept: 'One is kept: left empty, it stays.',
  newKey: 'Name of a new entry',
  keyUnfit: 'Such a name cannot be used here.',
  testAbout:
    'A test goes to the test address, or to the address with the mark for tests that the format has. It is a made-up lead.',
} as const

export const BUYER_TEST = {
  title: 'The test',
  sent: 'Sent',
  askedWith: 'Asked first',
  answered: (status: number) => `Answered ${status}`,
  nothing: '(nothing)',
  countsNothing: 'Nothing was counted or sold. Secrets are shown as •••.',
  understood: {
    bid: 'Wants the lead',
    accepted: 'Accepted',
    duplicate: 'Duplicate',
    rejected: 'Rejected',
    retry: 'Would be tried again',
    error: 'Not understood as an answer',
    failed: 'No answer',
  },
} as const
