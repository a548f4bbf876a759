/** Notes on renaming a field: names it can't have, and places outside the flow that keep the old one. */
export const RENAME_NOTES = {
  same: 'Enter a different name.',
  rule: 'Start with a letter, then use letters, digits, or underscores. 64 characters at most.',
  taken: (name: string) =>
    `The flow already uses ${name}, as a field or in a text. Two fields can’t share a name.`,
  published: (field: string) =>
    `Published versions and the answers recorded in them keep the name ${field}. Reports show both names.`,
  buyers: (field: string) =>
    `Buyers get the new name instead of ${field}. Tell buyers who read it by name, and check the buyers file.`,
  scripts: (field: string) => `Answer scripts that use ${field} must be updated too.`,
  readByName: {
    phone: 'Only a field named phone is also sent to buyers as plain digits.',
    dob: 'Only a field named dob is also sent to buyers as an age.',
    gender: 'Only a field named gender is sent to buyers as m or f.',
  },
  partners: (field: string) =>
    `Partners know this value as ${field}. Buyers who map it by that name won’t get it anymore.`,
  becomesReadByName: {
    phone: 'A field named phone is also sent to buyers as plain digits.',
    dob: 'A field named dob is also sent to buyers as an age.',
    gender: 'A field named gender is sent to buyers as m or f.',
  },
} as const
