/** Faults of a file that an author adds. `unnamed`: name of one without a name. */
export const FILE_FAULTS = {
  unnamed: 'file',
  otherKind: (name: string, kinds: readonly string[]) =>
    `Sites can’t use the file type of ${name}. Use one of ${kinds.join(', ')}: JPG for photos, PNG for drawings, WOFF2 for fonts.`,
  empty: (name: string) => `${name} is empty.`,
  tooLarge: (name: string, most: number) =>
    `${name} is larger than ${most} MB. Make it smaller. For a picture, 2,000 pixels wide is enough.`,
  broken: (name: string, kind: string) =>
    `${name} isn’t a valid ${kind.toUpperCase()} file, despite its name. Save it again as ${kind.toUpperCase()}.`,
  isOther: (name: string, kind: string) =>
    `${name} is actually a ${kind.toUpperCase()} file. Change its extension to .${kind}, here and where the flow uses it.`,
} as const
