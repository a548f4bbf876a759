/** Problems with the validations and masks of elements. */
export const WIDGET_PROBLEMS = {
  argMissing: (validation: string, says: string, key: string, what: string) => ({
    message: `The validation ${validation} doesn’t say ${says}.`,
    hint: `Add "${key}" with ${what}.`,
  }),
  argUnused: (validation: string, key: string) => ({
    message: `The validation ${validation} doesn’t use "${key}".`,
  }),
  unusedBound: (validation: string, key: string) => ({
    message: `The validation ${validation} doesn’t use "${key}".`,
    hint: `Remove "${key}". Only age uses it.`,
  }),
  noBound: {
    message: 'The validation age doesn’t say which ages are allowed.',
    hint: 'Add "min" with the youngest age allowed, "max" with the oldest, or both.',
  },
  agesClash: (min: number, max: number) => ({
    message: `No one is both at least ${min} and at most ${max} years old.`,
    hint: 'Set "min" to the youngest age allowed, and "max" to the oldest.',
  }),
  validationMisfit: (validation: string, widget: string, fitting: string) => ({
    message: `The validation ${validation} doesn’t work with the widget ${widget}.`,
    hint: `Remove it. ${widget} supports ${fitting}.`,
  }),
  validationsClash: (one: string, other: string) => ({
    message: `No answer can pass both ${one} and ${other}.`,
  }),
  maskMisfit: (mask: string, validation: string) => ({
    message: `No text that fills the mask "${mask}" passes ${validation}.`,
  }),
  oddMask: (mask: string) => ({
    message: `The mask "${mask}" has nothing to fill in, so it would appear in the field as is.`,
    hint: 'Use 9 for each digit, with spaces and ( ) . / - in between, like (999) 999-9999.',
  }),
  noScale: (min: number, max: number) => ({
    message: `The slider goes from ${min} to ${max}, but the second number must be larger.`,
    hint: 'Set "min" to the smallest number, and "max" to the largest.',
  }),
  offScale: ({
    max,
    min,
    step,
    below,
    above,
  }: Record<'max' | 'min' | 'step', number> & { below: number | undefined; above: number | undefined }) => ({
    message: `The slider never reaches ${max}, because it goes up from ${min} in steps of ${step}.`,
    hint: `Use "max": ${below} or ${above}, or a different "step".`,
  }),
  tooFine: (most: number) => ({
    message: `The slider has more than ${most} steps, which is too fine to select by hand.`,
    hint: 'Use a larger "step", or ask for the number with the widget text.',
  }),
  offStart: (start: number, nearest: number) => ({
    message: `The slider can’t start at ${start}, which isn’t one of its values.`,
    hint: `Use "start": ${nearest}.`,
  }),
  whichNumber: 'which number is allowed',
  whatToCompare: 'what to compare with',
  agesBounds: 'Use "min" for the youngest age allowed, and "max" for the oldest.',
  onlyThese: (key: string, validations: string) => `Remove "${key}". Only ${validations} use it.`,
  writeMask: (mask: string) => `Use the mask ${mask}.`,
  removeOne: 'Remove or correct one of the two.',
}
