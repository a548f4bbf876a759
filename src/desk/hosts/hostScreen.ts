/** Texts of /desk about script hosts. */
export const HOSTS = {
  title: 'Script hosts',
  about:
    'Flows can load scripts of tracking domains only from these hosts. A script can read what visitors type, so add only hosts you trust. Built-in vendors, such as TrustedForm and Meta, don’t need an entry.',
  failed: 'Couldn’t load the script hosts',
  none: 'No script hosts yet',
  noneWhy: 'A flow with its own tracking domain can’t be published until you add its host.',
  host: 'Host',
  hostAbout: 'The whole name, like www.clicks.example',
  hostWrong: 'Enter a host name in lowercase, without https:// or a path.',
  add: 'Add host',
  added: 'Added',
  addedBy: (by: string, when: string) => `${ADDERS[by] ?? by}, ${when}`,
  isAdded: (host: string) => `${host} was added.`,
  actions: 'Actions',
  remove: 'Remove…',
  removeOf: (host: string) => `Remove the host ${host}`,
  removeTitle: (host: string) => `Remove ${host}?`,
  removeNote: 'Flows can’t load scripts from it anymore. You can add it again later.',
  removeNow: 'Remove host',
} as const

const ADDERS: Readonly<Record<string, string>> = {
  console: 'On the command line',
  upgrade: 'In use before this list existed',
}
