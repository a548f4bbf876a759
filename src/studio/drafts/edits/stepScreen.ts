/** Texts of /studio for adding, copying, and removing steps. */
export const STEP_EDITS = {
  acts: 'Flow actions',
  add: 'Add a step…',
  copy: 'Duplicate this step',
  remove: 'Remove this step',
  // The gallery
  title: 'Add a step',
  about: 'Each step comes with its own question, fields, and sample texts for you to change.',
  behind: 'Position',
  first: 'Before all other steps',
  after: (step: string) => `After ${step}`,
  noQuestions: 'The flow has no constants_config.questions to put the question in. Add it in the text first.',
  added: (step: string) => `Added step ${step}. Use Undo to remove it.`,
  renamed: (field: string, name: string) => `Its field is named ${name} because ${field} already exists.`,
  copied: (step: string, asks: readonly string[]) =>
    `The copy is named ${step}.${asks.length > 0 ? ` Both steps ask ${asks.join(', ')} and record the same fields, so show each visitor only one of them.` : ''}`,
  // Removing
  removed: (step: string) => `Removed step ${step}. Use Undo to bring it back.`,
  removeTitle: (step: string) => `Remove step ${step}?`,
  lost: (fields: readonly string[]) => `No other step asks for ${fields.join(', ')}.`,
  still: (count: number) =>
    `${count === 1 ? '1 line' : `${count} lines`} of the flow still ${count === 1 ? 'refers' : 'refer'} to this step or its fields. Its questions stay so that ${count === 1 ? 'this line doesn’t' : 'these lines don’t'} break, but visitors’ answers are no longer recorded there:`,
  removeAnyway: 'Remove step',
} as const
