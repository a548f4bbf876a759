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
  renamed: (field: string, name: string) => `Renamed ${field} to ${name} everywhere in this flow.`,
} as const
