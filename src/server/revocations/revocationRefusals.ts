/** Reasons why a request not to contact a person can't be taken. */
export const REVOCATION_REFUSALS = {
  notJson: 'This line isn’t JSON.',
  notObject: 'This line isn’t a JSON object.',
  field: (field: string) => `“${field}” isn’t valid.`,
  unknownField: (field: string) => `“${field}” isn’t a known field.`,
  unnamed: 'Enter a phone number, an email address, or the key of a lead that you got.',
  phone: 'This isn’t a US phone number.',
  email: 'This isn’t an email address.',
  time: 'Enter a date and time such as 2026-11-20T15:04:05Z. It can’t be in the future.',
  otherPerson: 'This ID was used for another person.',
  longLine: (most: number) => `This line is longer than ${most} characters.`,
  tooManyLines: (most: number) =>
    `Only the first ${most.toLocaleString('en-US')} lines were read. Send the rest separately.`,
  busy: 'Two lists are being read. Try again in a minute.',
  notMailKey: 'This key isn’t valid.',
} as const
