/** What /studio says where a field is renamed. */
export const RENAME = {
  open: 'Rename a field…',
  title: 'Rename a field',
  field: 'Field',
  name: 'New name',
  rename: 'Rename it',
  noFields: 'No step of this flow records a field yet.',
  places: (count: number) => (count === 1 ? 'It changes in 1 line:' : `It changes in ${count} lines:`),
  more: (count: number) => `and ${count} more`,
  line: (line: number) => `line ${line}`,
  outside: 'What it does not change:',
  same: 'Write another name than it has.',
  rule: 'A name is a letter, then letters, digits or _; at most 64.',
  taken: (name: string) =>
    `There is a field ${name} already, or a text that names it: two fields cannot become one.`,
  // What is not in the flow
  published: (field: string) =>
    `Versions that are published, and what visitors answered in them, keep the name ${field}: reports show both.`,
  buyers: (field: string) =>
    `Buyers are sent the new name in place of ${field}: tell those who read it by name, and see the file of buyers.`,
  scripts: (field: string) => `Answer scripts that answer ${field} must be changed as well.`,
  readByName: {
    phone: 'Only a field called phone is sent to buyers in plain digits too.',
    dob: 'Only of a field called dob is the age sent to buyers too.',
    gender: 'Only a field called gender is sent to buyers as m or f.',
  },
  partners: (field: string) =>
    `Partners know this value as ${field}: a buyer who maps it by that name gets it no more.`,
  becomesReadByName: {
    phone: 'A field called phone is sent to buyers in plain digits too.',
    dob: 'Of a field called dob the age is sent to buyers too.',
    gender: 'A field called gender is sent to buyers as m or f.',
  },
  renamed: (field: string, name: string) => `${field} is now called ${name}, wherever this flow names it.`,
} as const
