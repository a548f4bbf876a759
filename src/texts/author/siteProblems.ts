/** What is wrong with what a flow says of its site. */
export const SITE_PROBLEMS = {
  bannerNotShown: (template: string, others: readonly string[]) => ({
    message: `The template "${template}" has no place for a banner.`,
    hint: `Leave the banner out, or write "template": "${others.join('" or "')}".`,
  }),
  promiseAndLanding: {
    message: 'The promise and the landing section both stand above the first question.',
    hint: 'Leave the promise out, and say it in the title of the landing section.',
  },
  unknownDocument: (document: string) => `There is no legal document "${document}".`,
  documentTwice: (document: string) => ({
    message: `The footer links the document "${document}" twice.`,
    hint: 'Remove one of the two.',
  }),
  fontUnused: (family: string) => ({
    message: `The font "${family}" is loaded, and neither headline nor body names it.`,
    hint: 'Name it there first, such as "headline": "Source Serif, serif", or leave it out.',
  }),
  fileMissing: (file: string) => ({
    message: `There is no ${file} beside the flow file.`,
    hint: 'Put it there, or name the one that is there.',
  }),
  fileBroken: (file: string, kind: string) => ({
    message: `${file} is no ${kind} file.`,
    hint: `Save it as ${kind}: a name alone does not make it one.`,
  }),
  pictureSmall: (file: string, width: number, height: number) => ({
    message: `${file} has ${width} by ${height} pixels: previews of links would show it small or not at all.`,
    hint: 'Best are 1200 by 630, at least 600 by 315.',
  }),
  fontLacks: (file: string, count: number, letters: string) => ({
    message: `${file} lacks ${count} of the letters that the texts need: ${letters}`,
    hint: 'Make it with these letters too; without them they come from the next font of the list.',
  }),
  unsafeLegal: (file: string, refused: string, tags: string) => ({
    message: `${file} holds ${refused}.`,
    hint: `It may hold ${tags}, each of them closed, and links to https:, mailto:, tel: or within the site.`,
  }),
  unknownInLegal: (file: string, name: string) =>
    `${file} has a placeholder that stands for nothing: ${name}.`,
  legalPlaceholders: (known: string) => `Write it with two braces on each side; there are ${known}.`,
  formMissing: (file: string, document: string) => ({
    message: `${file} has no {{form}}: nobody could ask there what "${document}" is for.`,
    hint: 'Write {{form}} where the form is to stand.',
  }),
  lowContrast: ({ scheme, front, back, ratio, least, name, right }: LowContrast) => ({
    message: `In ${scheme}, ${front} on ${back} has a contrast of ${hundredths(ratio)}; at least ${least} is needed.`,
    hint:
      right === null
        ? `No ${name} can be read on all that it stands on: bring page, surface and accent_soft closer together.`
        : `Write "${name}": "${right}", or change what it stands on.`,
  }),
} as const

interface LowContrast {
  scheme: string
  front: string
  back: string
  ratio: number
  least: number
  name: string
  /** Null where there is none. */
  right: string | null
}

/** Cut, not rounded: what is too little never reads as enough. */
function hundredths(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}
