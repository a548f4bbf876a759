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
} as const
