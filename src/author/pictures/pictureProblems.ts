/** Problems with the pictures of steps and cards. */
export const PICTURE_PROBLEMS = {
  tooMany: (count: number, most: number) => ({
    message: `The flow has ${count} pictures, but at most ${most} are allowed.`,
    hint: `Remove ${count - most} or more.`,
  }),
  tooManyPixels: (file: string, width: number, height: number, most: number) => ({
    message: `${file} is ${width} by ${height} pixels, so opening it would take too much memory.`,
    hint: `Make it smaller. At most ${most / 1_000_000} million pixels are allowed, and pages show at most 1280 across.`,
  }),
  cut: (file: string) => ({
    message: `${file} is incomplete.`,
    hint: 'Copy or save it again.',
  }),
  undecoded: (file: string) => ({
    message: `${file} looks like a picture, but can’t be opened.`,
    hint: 'Save it again in an image editor.',
  }),
  slow: (file: string, seconds: number) => ({
    message: `${file} couldn’t be resized within ${seconds} seconds.`,
    hint: 'Make it smaller, and publish again.',
  }),
  animated: (file: string) => ({
    message: `${file} is animated.`,
    hint: 'Save a single frame of it. Movement next to a question distracts people from reading.',
  }),
  shape: (file: string, width: number, height: number, longest: number) => ({
    message: `${file} is ${width} by ${height} pixels, which is too narrow.`,
    hint: `Crop it so that the longer side is at most ${longest} times the shorter side.`,
  }),
  blurred: (file: string, width: number, shown: number) => ({
    message: `${file} is ${width} pixels wide but shown at ${shown}, so it would look blurry.`,
    hint: `Use a larger picture, ideally ${2 * shown} pixels wide.`,
  }),
  uneven: (text: string) => ({
    message: `Other answers of this question have a picture, but "${text}" doesn’t.`,
    hint: 'Give every answer a picture, or none. People compare them.',
  }),
  notShown: {
    message: 'A dropdown can’t show pictures.',
    hint: 'Remove the pictures, or use "widget": "radio".',
  },
  andIcon: {
    message: 'The card has both a picture and an icon.',
    hint: 'Remove one of them.',
  },
  altMissing: {
    message: 'The picture has no description for people who can’t see it.',
    hint: 'Describe it in "alt". If it’s only decoration, add "decoration": true.',
  },
  altNotRead: {
    message: 'A decorative picture isn’t read aloud, but this one has a description.',
    hint: 'Use "alt": "", or remove "decoration".',
  },
  altRepeats: {
    message: 'The picture’s description repeats the text next to it, which is also read aloud.',
    hint: 'Describe what else the picture shows, or remove the description.',
  },
} as const
