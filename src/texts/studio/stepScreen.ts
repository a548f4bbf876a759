/** What /studio says where steps are added, copied and removed. */
export const STEP_EDITS = {
  acts: 'The whole of the flow',
  add: 'Add a step…',
  copy: 'Copy this step',
  remove: 'Remove this step',
  // The gallery
  title: 'Add a step',
  about: 'Each brings a question and fields of its own, with texts that you then change.',
  behind: 'Where',
  first: 'Before all others',
  after: (step: string) => `After ${step}`,
  noQuestions:
    'The flow has no constants_config.questions, where the question would be. Add that in the text first.',
  added: (step: string) => `The step ${step} is in. Undo takes it out.`,
  renamed: (field: string, name: string) => `Its field is ${name}, as there is ${field} already.`,
  copied: (step: string, asks: readonly string[]) =>
    `The copy is called ${step}.${asks.length > 0 ? ` Both ask ${asks.join(', ')}: they record the same fields, so show only one of them to each visitor.` : ''}`,
  // Removing
  removed: (step: string) => `The step ${step} is out. Undo brings it back.`,
  removeTitle: (step: string) => `Remove the step ${step}?`,
  lost: (fields: readonly string[]) => `No other step asks for ${fields.join(', ')}.`,
  still: (count: number) =>
    `${count === 1 ? '1 line' : `${count} lines`} of the flow still ${count === 1 ? 'names' : 'name'} what it asks, or the step itself. Its questions stay, so that ${count === 1 ? 'this is' : 'these are'} not broken, but for visitors nothing will be recorded there:`,
  removeAnyway: 'Remove it',
} as const
