/** What is wrong with an element’s validations and its mask. */
export const WIDGET_PROBLEMS = {
  argMissing: (validation: string, says: string, key: string, what: string) => ({
    message: `The validation ${validation} does not say ${says}.`,
    hint: `Add "${key}" with ${what}.`,
  }),
  argUnused: (validation: string, key: string) => ({
    message: `The validation ${validation} takes no ${key}.`,
  }),
  unusedBound: (validation: string, key: string) => ({
    message: `The validation ${validation} takes no ${key}.`,
    hint: `Remove "${key}": only age has one.`,
  }),
  noBound: {
    message: 'The validation age does not say which ages are allowed.',
    hint: 'Add "min" with the youngest age allowed, "max" with the oldest, or both.',
  },
  agesClash: (min: number, max: number) => ({
    message: `Nobody is at least ${min} and at most ${max} years old.`,
    hint: 'Let "min" be the youngest age allowed, and "max" the oldest.',
  }),
  validationMisfit: (validation: string, widget: string, fitting: string) => ({
    message: `The validation ${validation} means nothing for the widget ${widget}.`,
    hint: `Remove it: ${widget} takes ${fitting}.`,
  }),
  validationsClash: (one: string, other: string) => ({
    message: `Nothing passes both ${one} and ${other}.`,
  }),
  maskMisfit: (mask: string, validation: string) => ({
    message: `No text that fills the mask "${mask}" passes ${validation}.`,
  }),
  oddMask: (mask: string) => ({
    message: `The mask "${mask}" would be typed into the field as it stands.`,
    hint: 'Write 9 for each digit, with spaces ( ) . / - between: (999) 999-9999.',
  }),
  noScale: (min: number, max: number) => ({
    message: `The slider goes from ${min} to ${max}, which is no way up.`,
    hint: 'Let "min" be the smallest number, and "max" the largest.',
  }),
  offScale: ({
    max,
    min,
    step,
    below,
    above,
  }: Record<'max' | 'min' | 'step', number> & { below: number | undefined; above: number | undefined }) => ({
    message: `The slider never comes to ${max}: from ${min} it goes up in steps of ${step}.`,
    hint: `Write "max": ${below} or ${above}, or another "step".`,
  }),
  tooFine: (most: number) => ({
    message: `The slider has more than ${most} steps, which no hand can tell apart.`,
    hint: 'Write a larger "step", or ask for the number with the widget text.',
  }),
  offStart: (start: number, nearest: number) => ({
    message: `The slider cannot begin at ${start}, which is no number of its scale.`,
    hint: `Write "start": ${nearest}.`,
  }),
  whichNumber: 'which number is allowed',
  whatToCompare: 'what to compare with',
  agesBounds: 'Write "min" for the youngest age allowed, "max" for the oldest.',
  onlyThese: (key: string, validations: string) => `Remove "${key}": only ${validations} have one.`,
  writeMask: (mask: string) => `Write the mask ${mask}.`,
  removeOne: 'Remove or correct one of the two.',
}
