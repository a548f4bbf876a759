import type { RevocationChannel } from '../../../schemas/kernel/revocation.ts'
import type { OptOutState } from '../../../schemas/desk/optOuts.ts'

/** Texts of /desk about opt-outs. */
export const OPT_OUTS = {
  title: 'Opt-outs',
  note: 'People who don’t want to be contacted anymore. Sales and emails stop immediately. Each buyer that has the person must stop within ten business days.',
  masked: 'Contacts and words are masked for your account.',
  optOut: 'Opt-out',
  optOutOf: (revocation: number) => `Opt-out ${revocation}`,
  person: 'Person',
  channel: 'Received through',
  received: 'Received',
  said: 'What they said',
  saidAt: 'Said',
  means: 'How',
  buyer: 'Buyer',
  buyers: 'Buyers',
  deadline: 'Deadline',
  state: 'State',
  last: 'Last attempt',
  searchFor: 'Number, phone, or email',
  searchForId: 'Opt-out number',
  none: 'No opt-outs yet',
  noneWhy: 'Opt-outs that buyers report, and those from your sites, emails, and files, appear here.',
  reportedBy: (source: string) => `Reported by ${source}`,
  ofOne: (buyer: string) => `Only for ${buyer}, which never got this person from you.`,
  noBuyer: 'No buyer has this person.',
  allConfirmed: (buyers: number) => (buyers === 1 ? 'Confirmed' : `All ${buyers} confirmed`),
  confirmedOf: (confirmed: number, buyers: number) => `${confirmed} of ${buyers} confirmed`,
  dueBy: (day: string) => `Due ${day}`,
  overdueSince: (day: string) => `Overdue since ${day}`,
  removed: 'Removed after five years',

  // One notice
  confirmed: (by: string, when: string) => `Confirmed by ${by}, ${when}`,
  states: {
    due: 'Not sent yet',
    sent: 'Sent, not confirmed',
    refused: 'Refused',
    dead: 'Failed',
    suppressed: 'Not needed',
  },
  confirm: 'Confirm',
  confirmOf: (buyer: string) => `Confirm that ${buyer} stopped`,
  confirmedNow: (buyer: string) => `${buyer} is confirmed.`,
  sendAgain: 'Send again',
  sendAgainOf: (buyer: string) => `Send the notice to ${buyer} again`,
  sentAgain: (buyer: string) => `The notice to ${buyer} will be sent again.`,

  // To add one
  add: 'Add opt-out…',
  addTitle: 'Add an opt-out',
  addWhy: 'For a person who called, texted, or wrote to you.',
  phone: 'Phone number',
  email: 'Email address',
  contactMissing: 'Enter a phone number, an email address, or both.',
  saidAbout: 'In their own words, if you have them. This is part of the proof.',
  addNow: 'Add opt-out',
  added: (notices: number) =>
    notices === 0
      ? 'The opt-out was added. No buyer has this person.'
      : `The opt-out was added. ${notices === 1 ? '1 notice goes' : `${notices} notices go`} to buyers.`,

  // Files
  file: 'Upload file…',
  fileTitle: 'Upload opt-outs',
  fileWhy:
    'CSV or XLSX with a column phone, email, or both. Columns id, said, and said_at are optional. Up to 100,000 lines.',
  fileLabel: 'File',
  fileChoose: 'Choose a file',
  fileTooLarge: 'This file is too large. Split it.',
  fileNow: 'Upload',
  fileDone: (taken: number, known: number, wrong: number) =>
    [
      `${count(taken)} added.`,
      ...(known > 0 ? [`${count(known)} known from before.`] : []),
      ...(wrong > 0 ? [`${count(wrong)} not added.`] : []),
    ].join(' '),
  problems: 'Lines that weren’t added',
  line: 'Line',
  field: 'Column',
  problem: 'Problem',
  close: 'Close',

  // Buyers that are late
  waiting: 'Buyers that haven’t confirmed',
  allDone: 'All buyers have confirmed.',
  open: 'Not confirmed',
  near: 'Due soon',
  late: 'Overdue',
  first: 'First deadline',
  exportName: 'opt-outs.csv',
} as const

function count(lines: number): string {
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en-US')} lines`
}

export const CHANNELS: Readonly<Record<RevocationChannel, string>> = {
  buyer: 'A buyer',
  file: 'A file',
  desk: 'An operator',
  site: 'A site’s form',
  email: 'Email',
}

export const OPT_OUT_STATES: Readonly<Record<OptOutState, string>> = {
  open: 'Not confirmed',
  late: 'Overdue',
  done: 'Confirmed',
}
