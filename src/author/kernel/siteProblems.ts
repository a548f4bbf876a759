/** Problems with the site settings of a flow. */
export const SITE_PROBLEMS = {
  bannerNotShown: (template: string, others: readonly string[]) => ({
    message: `The template "${template}" can’t show a banner.`,
    hint: `Remove the banner, or use "template": "${others.join('" or "')}".`,
  }),
  promiseAndLanding: {
    message: 'Both the promise and the landing section are shown above the first question.',
    hint: 'Remove the promise, and put it in the title of the landing section.',
  },
  companyMissing: {
    message: 'This site sells leads, but doesn’t say which company is behind it.',
    hint: 'Add ui_config.site.company with the company’s name, address, and phone.',
  },
  unknownDocument: (document: string) => `There is no legal document "${document}".`,
  documentTwice: (document: string) => ({
    message: `The footer links the document "${document}" twice.`,
    hint: 'Remove one of the two.',
  }),
  unknownFont: (family: string) => `The font "${family}" has no file, and doesn’t come with the product.`,
  fontUnused: (family: string) => ({
    message: `The font "${family}" is loaded, but neither headline nor body uses it.`,
    hint: 'Name it first, as in "headline": "Source Serif, serif", or remove it.',
  }),
  fileMissing: (file: string) => ({
    message: `${file} is missing from the flow’s folder.`,
    hint: 'Add it, or use a file that’s in the folder.',
  }),
  fileBroken: (file: string, kind: string) => ({
    message: `${file} isn’t a valid ${kind} file.`,
    hint: `Save it as ${kind}. Renaming the file isn’t enough.`,
  }),
  pictureSmall: (file: string, width: number, height: number) => ({
    message: `${file} is ${width} by ${height} pixels. Link previews would show it small or not at all.`,
    hint: 'Use 1200 by 630 pixels, or at least 600 by 315.',
  }),
  fontLacks: (file: string, count: number, letters: string) => ({
    message: `${file} is missing ${count} of the letters that the texts use: ${letters}`,
    hint: 'Use a font file with these letters. Without them, they’re shown in the next font on the list.',
  }),
  unsafeLegal: (file: string, refused: string, tags: string) => ({
    message: `${file} contains ${refused}, which isn’t allowed.`,
    hint: `Allowed are the tags ${tags}, each closed, and links to https:, mailto:, tel:, or pages of the site.`,
  }),
  unknownInLegal: (file: string, name: string) => `${file} has an unknown placeholder: ${name}.`,
  legalPlaceholders: (known: string) => `Use two braces on each side. The placeholders are ${known}.`,
  formMissing: (file: string, document: string) => ({
    message: `${file} has no {{form}}, so visitors couldn’t send a "${document}" request.`,
    hint: 'Put {{form}} where the form should be.',
  }),
  lowContrast: ({ scheme, front, back, ratio, least, name, right }: LowContrast) => ({
    message: `In ${scheme}, ${front} on ${back} has a contrast of ${hundredths(ratio)}, but at least ${least} is required.`,
    hint:
      right === null
        ? `No ${name} is readable on all of its backgrounds. Make page, surface, and accent_soft more alike.`
        : `Use "${name}": "${right}", or change its background.`,
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

/** Rounds down, so that a contrast that is too low never reads as enough. */
function hundredths(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2)
}
