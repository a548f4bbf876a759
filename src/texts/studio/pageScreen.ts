/** What /studio says of the page beside the text of a draft. */
export const PAGE = {
  show: 'Show the page',
  close: 'Close the page',
  opening: 'Opening the page: the first time takes a few seconds…',
  closed: 'The page is closed',
  again: 'Show it again',
  lost: (reason: string) => `${reason} The page is as it was; it is asked again.`,
  outdated: 'The text has an error: the page shows what was there before it.',
  place: ({ line, column }: { line: number; column: number }) => `flow.json:${line}:${column}`,
  pick: 'Pick',
  pickHint: 'Press what you want to change in the page: its form opens',
  known: 'Known',
  // On narrow screens
  views: 'What is in sight',
  text: 'Text',
  page: 'Page',
  beside: 'Form, problems, steps',
} as const
