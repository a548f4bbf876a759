/** Texts of /studio in the forms of a draft. */
export const FORM = {
  tab: 'Form',
  opening: 'Opening the form…',
  failed: 'Couldn’t load the form. Check that the server is still running.',
  place: 'Location in the flow',
  // Names of parts
  flow: 'Flow',
  entry: (count: number) => `No. ${count}`,
  question: 'Question',
  answer: 'Answer',
  condition: (field: string, condition: string, arg: unknown) =>
    `${field} ${condition} ${arg === null || arg === '' ? 'not answered' : typeof arg === 'string' ? arg : JSON.stringify(arg)}`,
  and: ' and ',
  or: ' or ',
  emptyRule: 'always true',
  // The text
  broken: ({ line }: { line: number }) =>
    `The text isn’t valid JSON from line ${line} on. The form shows the last valid version. Fix the text to use it again.`,
  goToLine: (line: number) => `flow.json:${line}`,
  undo: 'Undo',
  redo: 'Redo',
  // Fields
  showSecret: 'Show value',
  notNumber: 'Enter a number, such as 10 or 2.5.',
  perLine: 'One per line.',
  withoutIt: (value: string) => `Default: ${value}`,
  leaveOut: (label: string) => `Remove ${label}`,
  leftOut: (count: number) =>
    `${count} more not shown. Place the cursor on one in the text to see those around it.`,
  addOption: 'Add a property',
  chooseOption: 'Choose…',
  nothingFits: 'No matches',
  // Parts, lists, and maps
  parts: 'Parts',
  noEntries: 'None yet.',
  openOfProblem: 'Open form',
  remove: (label: string) => `Remove ${label}`,
  moveUp: (label: string) => `Move ${label} up`,
  moveDown: (label: string) => `Move ${label} down`,
  order: 'To reorder, drag an item, or focus it and press Alt with the up or down arrow.',
  moved: (label: string, place: number, count: number) => `${label} is now ${place} of ${count}.`,
  add: (list: string) => `Add to ${list.toLowerCase()}`,
  chooseKind: 'Choose what to add…',
  key: (list: string) => `Key of the new entry in ${list.toLowerCase()}`,
  keyRule: 'Start with a letter, then use letters, digits, or underscores. 64 characters at most.',
  keyTaken: (key: string) => `${key} already exists.`,
  addKey: 'Add',
  problemsWithin: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
} as const
