/** Texts of /studio for translating a flow. */
export const TRANSLATIONS = {
  tab: 'Languages',
  about: (from: string, to: string) =>
    `The site is written in ${from}. Visitors who prefer ${to} read these translations.`,
  add: (language: string) => `Add ${language}`,
  none: (language: string) => `The site is only in ${language}.`,
  notRead: 'Fix the JSON first. Then the translations show here.',
  choice: 'Texts',
  toDo: (count: number) => `To do (${count})`,
  all: (count: number) => `All (${count})`,
  allDone: 'Everything is translated and checked.',
  missing: 'Missing',
  check: 'Check',
  done: 'Translated',
  was: (text: string) => `Changed since it was translated. It was “${text}”.`,
  looksRight: 'Looks right',
  looksRightOf: (text: string) => `Looks right: “${text}”`,
  show: 'Show on page',
  showOf: (text: string) => `Show on page: “${text}”`,
  translationOf: (text: string, language: string) => `“${text}” in ${language}`,
  more: (count: number) => `Show ${count} more`,
} as const
