/** What /studio says of the files beside a draft. */
export const FILES = {
  tab: 'Files',
  about:
    'Pictures, fonts, icons, the stylesheet and legal texts. What is put here is in the page at once, and for visitors once the draft is published.',
  drop: 'Drop files here, or',
  choose: 'Choose files',
  loading: 'Reading the list of files…',
  failed: (reason: string) => `The files could not be read: ${reason}`,
  putting: (name: string) => `Sending ${name}…`,
  put: (name: string) => `${name} is there.`,
  putAs: (given: string, name: string) => `${given} is there as ${name}: so flows can name it.`,
  notPut: (name: string, reason: string) => `${name} is not there: ${reason}`,
  removed: (name: string) => `${name} is gone.`,
  missing: 'Named, but not there',
  add: (name: string) => `Add ${name}`,
  there: 'In this draft',
  none: 'No file is there.',
  replace: (name: string) => `Replace ${name}`,
  download: (name: string) => `Download ${name}`,
  remove: (name: string) => `Remove ${name}`,
  namedBy: 'Named by:',
  unused: 'Nothing in the text names it.',
  size: (bytes: number) =>
    bytes < 1024
      ? `${bytes} bytes`
      : bytes < 1024 * 1024
        ? `${Math.round(bytes / 1024)} KB`
        : `${(bytes / 1024 / 1024).toFixed(1)} MB`,
  // What is wrong with a file
  unnamed: 'file',
  otherKind: (name: string, kinds: readonly string[]) =>
    `${name} is of no kind that sites have: ${kinds.join(', ')}. Save a photograph as JPG, a drawing as PNG, a font as WOFF2.`,
  empty: (name: string) => `${name} is empty.`,
  tooLarge: (name: string, most: number) =>
    `${name} has more than ${most} MB. Save it smaller: a picture 2,000 pixels wide is enough.`,
  broken: (name: string, kind: string) =>
    `${name} is no ${kind.toUpperCase()}, whatever its name says. Save it anew as one.`,
  isOther: (name: string, kind: string) =>
    `${name} is a ${kind.toUpperCase()}. Give its name the ending .${kind}, here and where the text names it.`,
} as const
