/** Texts of /studio about the page beside the text of a draft. */
export const PAGE = {
  opening: 'Opening the preview. The first time takes a few seconds…',
  closed: 'The preview is closed',
  again: 'Show preview again',
  lost: (reason: string) => `${reason} The preview may be out of date. Retrying…`,
  outdated: 'The text has an error. The page shows the last version without one.',
  place: ({ line, column }: { line: number; column: number }) => `flow.json:${line}:${column}`,
  pick: 'Pick',
  pickHint: 'Select something in the page to open its form',
  known: 'Data',
  // Narrow screens
  views: 'View',
  text: 'Steps and JSON',
  page: 'Page',
  beside: 'Form, problems, steps',
} as const
