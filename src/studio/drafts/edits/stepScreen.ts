/** Texts of /studio for adding, copying, and removing steps. */
export const STEP_EDITS = {
  acts: 'Flow actions',
  add: 'Add a step…',
  copy: 'Duplicate this step',
  remove: 'Remove this step',
  // The gallery
  title: 'Add a step',
  about: 'Texts that begin with [Sample] must be replaced before you publish.',
  behind: 'Position',
  first: 'Before all other steps',
  after: (step: string) => `After ${step}`,
  noQuestions: 'The flow has no constants_config.questions to put the question in. Add it in the text first.',
  askedAlready: (step: string) => `Already asked at step “${step}”. Visitors aren’t asked twice.`,
  reused: (field: string) => `It uses the ${field} number that the flow already asks for.`,
  addedPart: {
    send: (step: string) => `Added step ${step}. Consents that named all buyers name this one, too.`,
    sellers: (step: string) => `Added step ${step}. It replaces the consents for all buyers.`,
    result: (step: string) => `Added a result to step ${step}.`,
    faq: (step: string) => `Added questions and answers to step ${step}.`,
    offer: (offer: string) => `Added the offer “${offer}”.`,
  },
  offerName: 'Offer name',
  offerNameNote: 'Only you and reports see it.',
  buyer: 'Buyer',
  newBuyer: 'New buyer…',
  buyerName: 'Buyer name',
  buyerNameNote: 'Consents tell visitors this name.',
  nameMissing: 'Enter a name.',
  addPart: 'Add',
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
