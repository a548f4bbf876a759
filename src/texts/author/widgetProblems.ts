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
  whichNumber: 'which number is allowed',
  whatToCompare: 'what to compare with',
  agesBounds: 'Write "min" for the youngest age allowed, "max" for the oldest.',
  onlyThese: (key: string, validations: string) => `Remove "${key}": only ${validations} have one.`,
  writeMask: (mask: string) => `Write the mask ${mask}.`,
  removeOne: 'Remove or correct one of the two.',
}
