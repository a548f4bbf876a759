/** Texts of /studio about the files beside a draft. */
export const FILES = {
  tab: 'Files',
  about:
    'Pictures, fonts, icons, the stylesheet, and legal texts. Files you add show up in the preview right away. Visitors get them when you publish the draft.',
  drop: 'Drop files here, or',
  choose: 'Choose files',
  loading: 'Loading files…',
  failed: (reason: string) => `Couldn’t load the files: ${reason}`,
  putting: (name: string) => `Uploading ${name}…`,
  put: (name: string) => `Added ${name}.`,
  putAs: (given: string, name: string) => `Added ${given} as ${name}, a name that flows can use.`,
  notPut: (name: string, reason: string) => `Couldn’t add ${name}: ${reason}`,
  removed: (name: string) => `Removed ${name}.`,
  missing: 'Missing files',
  add: (name: string) => `Add ${name}`,
  there: 'In this draft',
  none: 'No files yet',
  replace: (name: string) => `Replace ${name}`,
  download: (name: string) => `Download ${name}`,
  remove: (name: string) => `Remove ${name}`,
  namedBy: 'Used in:',
  unused: 'Not used in the flow.',
  size: (bytes: number) =>
    bytes < 1024
      ? `${bytes} bytes`
      : bytes < 1024 * 1024
        ? `${Math.round(bytes / 1024)} KB`
        : `${(bytes / 1024 / 1024).toFixed(1)} MB`,
  // What is wrong with a file
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
