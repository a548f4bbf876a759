/** Texts of /desk about script hosts. */
export const HOSTS = {
  title: 'Script hosts',
  about:
    'Flows load scripts of tracking domains only from these hosts. A script can read what visitors type, so add only hosts you trust. Scripts of vendors that Leadloom knows, such as TrustedForm and Meta, need no entry.',
  failed: 'Couldn’t load the script hosts',
  none: 'No script hosts yet',
  noneWhy: 'No flow with a tracking domain of its own can be published until you add its host.',
  host: 'Host',
  hostAbout: 'The whole name, like www.clicks.example',
  hostWrong: 'Enter a host name in lower case, without https:// and without a path.',
  add: 'Add host',
  added: 'Added',
  addedBy: (by: string, when: string) => `${ADDERS[by] ?? by}, ${when}`,
  isAdded: (host: string) => `${host} was added.`,
  actions: 'Actions',
  remove: 'Remove…',
  removeOf: (host: string) => `Remove the host ${host}`,
  removeTitle: (host: string) => `Remove ${host}?`,
  removeNote: 'No flow can load scripts from it after that. You can add it again.',
  removeNow: 'Remove host',
} as const

const ADDERS: Readonly<Record<string, string>> = {
  console: 'On the command line',
  upgrade: 'In use before the list',
}
