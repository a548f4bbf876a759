/** What /studio says in the forms of a draft. */
export const FORM = {
  tab: 'Form',
  opening: 'Opening the form…',
  failed: 'The form could not be loaded. Is the server still there?',
  place: 'Place in the flow',
  // What something is called
  flow: 'Flow',
  entry: (count: number) => `No. ${count}`,
  question: 'Question',
  answer: 'Answer',
  condition: (field: string, condition: string, arg: unknown) =>
    `${field} ${condition} ${arg === null || arg === '' ? 'not answered' : typeof arg === 'string' ? arg : JSON.stringify(arg)}`,
  and: ' and ',
  or: ' or ',
  emptyRule: 'holds always',
  // Of the text
  broken: ({ line }: { line: number }) =>
    `The text is no JSON from line ${line} on. The form shows what it last was, and can be used again once that is mended.`,
  goToLine: (line: number) => `flow.json:${line}`,
  undo: 'Undo',
  redo: 'Redo',
  // Fields
  showSecret: 'Show what is typed',
  notNumber: 'Write a number, such as 10 or 2.5.',
  perLine: 'One entry a line.',
  withoutIt: (value: string) => `Without it: ${value}`,
  leaveOut: (label: string) => `Leave out: ${label}`,
  leftOut: (count: number) =>
    `${count} more are not shown: put the cursor of the text on one to see those around it.`,
  addOption: 'Add a property',
  chooseOption: 'Choose one…',
  nothingFits: 'Nothing fits',
  // Parts, lists and maps
  parts: 'Parts',
  noEntries: 'None yet.',
  openOfProblem: 'Open its form',
  remove: (label: string) => `Remove ${label}`,
  moveUp: (label: string) => `Move ${label} up`,
  moveDown: (label: string) => `Move ${label} down`,
  order: 'Drag an entry, or press Alt with the up or down arrow on it, to put it elsewhere.',
  moved: (label: string, place: number, count: number) => `${label} is now number ${place} of ${count}.`,
  add: (list: string) => `Add to ${list.toLowerCase()}`,
  chooseKind: 'Choose what to add…',
  key: (list: string) => `Key of the new entry in ${list.toLowerCase()}`,
  keyRule: 'Start with a letter, then use letters, digits or _. Up to 64 characters.',
  keyTaken: (key: string) => `There is ${key} already.`,
  addKey: 'Add',
  problemsWithin: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
} as const
