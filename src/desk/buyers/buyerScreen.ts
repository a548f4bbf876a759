/** Texts of /desk about buyers. */
export const BUYERS = {
  title: 'Buyers',
  failed: 'Couldn’t load this buyer',
  none: 'No buyers yet',
  noneWhy: 'Leads are saved and wait for a buyer. Add one with the key your flows use for it.',
  // The list
  add: 'Add buyer',
  buyer: 'Buyer',
  format: 'Format',
  host: 'Host',
  state: 'State',
  leads: 'Leads today',
  accepted: 'Accepted',
  net: 'Net today',
  used: 'Active',
  ofFile: 'Active, from file',
  paused: 'Paused',
  testing: 'Test leads only',
  unused: 'Inactive',
  unsaved: 'Unsaved changes',
  // A new one
  key: 'Key',
  keyAbout: 'Flows use this key in ui_config.buyers.',
  keyRule: 'Start with a letter, then use letters, digits or _. Up to 64 characters.',
  goOn: 'Continue',
  // One
  back: '← All buyers',
  newNote: 'New. It starts receiving leads once you save it.',
  fileNote: 'This buyer is defined in BUYERS_FILE. Edit it there.',
  savedBy: (by: string, at: string, revision: number) => `Revision ${revision}, saved by ${by}, ${at}`,
  behind: 'Someone else saved this buyer while you were editing.',
  save: 'Save',
  saved: 'Saved. In effect on every server within 2 seconds.',
  discard: 'Discard changes',
  conflict: 'Your changes are still here.',
  takeTheirs: 'Discard mine and show theirs',
  saveOver: 'Overwrite with mine',
  pause: 'Pause',
  resume: 'Resume',
  isPaused: 'Paused. No leads are sent to this buyer.',
  resumed: 'Resumed. This buyer gets leads again.',
  remove: 'Remove',
  removeTitle: (buyer: string) => `Remove ${buyer}?`,
  removeNote:
    'Its secrets are deleted for good. Leads for this buyer are saved and wait. Its sales stay in the ledger.',
  test: 'Send test lead',
} as const

export const BUYER_FORM = {
  kept: 'A secret is saved. Leave this empty to keep it.',
  newKey: 'Name of the new entry',
  keyUnfit: 'This name can’t be used here.',
  testAbout:
    'The test is a made-up lead. It goes to the test address, or to the regular address marked as a test if the format supports that.',
} as const

export const BUYER_TEST = {
  title: 'Test result',
  sent: 'Sent',
  askedWith: 'Ping',
  answered: (status: number) => `Response ${status}`,
  nothing: '(nothing)',
  countsNothing: 'Nothing was counted or sold. Secrets appear as •••.',
  understood: {
    bid: 'Wants the lead',
    accepted: 'Accepted',
    duplicate: 'Duplicate',
    rejected: 'Rejected',
    retry: 'Would be retried',
    error: 'Response not recognized',
    failed: 'No response',
  },
} as const
