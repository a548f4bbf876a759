/** What is wrong with the pictures of steps and cards. */
export const PICTURE_PROBLEMS = {
  tooMany: (count: number, most: number) => ({
    message: `The flow has ${count} pictures; at most ${most} fit.`,
    hint: `Leave out ${count - most} or more.`,
  }),
  tooManyPixels: (file: string, width: number, height: number, most: number) => ({
    message: `${file} has ${width} by ${height} pixels: opening it would take too much memory.`,
    hint: `Save it smaller; at most ${most / 1_000_000} million pixels fit, and no page shows more than 1280 across.`,
  }),
  cut: (file: string) => ({
    message: `${file} is not whole: its end is missing.`,
    hint: 'Copy or save it again.',
  }),
  undecoded: (file: string) => ({
    message: `${file} begins like a picture, and cannot be opened.`,
    hint: 'Save it again with a program that edits pictures.',
  }),
  slow: (file: string, seconds: number) => ({
    message: `${file} could not be made smaller within ${seconds} seconds.`,
    hint: 'Save it smaller, and publish again.',
  }),
  animated: (file: string) => ({
    message: `${file} moves.`,
    hint: 'Save one picture of it: what moves beside a question keeps people from reading it.',
  }),
  shape: (file: string, width: number, height: number, longest: number) => ({
    message: `${file} has ${width} by ${height} pixels: it would be a strip.`,
    hint: `Cut it so that the longer side is at most ${longest} times the shorter one.`,
  }),
  blurred: (file: string, width: number, shown: number) => ({
    message: `${file} is ${width} pixels wide and shown ${shown} wide: it would look blurred.`,
    hint: `Save it larger, best ${2 * shown} pixels wide.`,
  }),
  uneven: (text: string) => ({
    message: `Other answers of this question have a picture, "${text}" has none.`,
    hint: 'Give all of them one, or none: who compares looks for it.',
  }),
  notShown: {
    message: 'A dropdown shows no pictures.',
    hint: 'Leave the pictures out, or ask with "widget": "radio".',
  },
  andIcon: {
    message: 'The card has a picture and an icon.',
    hint: 'Leave one of the two out.',
  },
  altMissing: {
    message: 'The picture says nothing to who cannot see it.',
    hint: 'Write into "alt" what it shows; if it only decorates, add "decoration": true.',
  },
  altNotRead: {
    message: 'A picture that decorates is not read out, and this one has words for that.',
    hint: 'Write "alt": "", or leave "decoration" out.',
  },
  altRepeats: {
    message: 'The picture’s words repeat the words beside it, which are read out as well.',
    hint: 'Write what the picture shows beyond them, or leave them out.',
  },
} as const
