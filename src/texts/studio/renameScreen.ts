/** Texts of /studio for renaming a field. */
export const RENAME = {
  open: 'Rename a field…',
  title: 'Rename a field',
  field: 'Field',
  name: 'New name',
  rename: 'Rename field',
  noFields: 'No step in this flow records a field yet.',
  places: (count: number) => (count === 1 ? 'Changes 1 line:' : `Changes ${count} lines:`),
  more: (count: number) => `and ${count} more`,
  line: (line: number) => `line ${line}`,
  outside: 'Not changed:',
  same: 'Enter a different name.',
  rule: 'Start with a letter, then use letters, digits, or underscores. 64 characters at most.',
  taken: (name: string) =>
    `The flow already uses ${name}, as a field or in a text. Two fields can’t share a name.`,
  // What is not in the flow
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
  renamed: (field: string, name: string) => `Renamed ${field} to ${name} everywhere in this flow.`,
} as const
