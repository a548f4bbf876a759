import { Type, type Static } from 'typebox'
import { Picture } from '../elements/pictureElements.ts'
import { Faq, Testimonials } from '../elements/trustElements.ts'
import { Theme } from './theme.ts'
import { AT_MOST, closed, FILE_NAME, VISIBLE } from '../shape.ts'

/** Brand of a site: its name, and the texts around the steps. */

/** Pattern of a US phone number for dialing: +1 and ten digits. */
export const US_PHONE = '^\\+1[2-9]\\d{9}$'

/** Patterns of files beside the flow file. */
export const LEGAL_FILE = '^[a-z0-9-]+\\.html$'
export const LOGO_FILE = '^[a-z0-9-]+\\.(svg|png|webp)$'
export const PICTURE_FILE = '^[a-z0-9-]+\\.(png|jpg)$'

const line = (description: string, example: string, maxLength: number = AT_MOST.hint) =>
  Type.String({ pattern: VISIBLE, maxLength, description, examples: [example] })

export const FooterLink = closed({
  text: line('What the link says. A consent that names the document so links it.', 'Privacy Policy', 60),
  document: Type.String({
    pattern: FILE_NAME,
    maxLength: 60,
    description: 'Which legal document it leads to, the last part of the address /legal/<path>/<document>.',
    examples: ['privacy-policy'],
  }),
  file: Type.Optional(
    Type.String({
      pattern: LEGAL_FILE,
      maxLength: 60,
      description:
        'The file beside the flow file that holds its text, in place of the product’s. {{site}}, {{contact}}, {{form}} and {{product}} stand for what they name.',
      examples: ['privacy.html'],
    }),
  ),
})

const Logo = closed(
  {
    file: Type.String({
      pattern: LOGO_FILE,
      maxLength: 60,
      description: 'The picture, a file beside the flow file.',
      examples: ['logo.svg'],
    }),
    width: Type.Integer({ minimum: 16, maximum: 200, description: 'Its width, in pixels.', examples: [120] }),
    height: Type.Integer({ minimum: 16, maximum: 40, description: 'Its height, in pixels.', examples: [28] }),
    says_name: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true: the picture holds the name, which is then not written beside it.',
      }),
    ),
  },
  {
    description: 'The picture in the head. Without it: icon.svg.',
    examples: [{ file: 'logo.svg', width: 120, height: 28, says_name: true }],
  },
)

const Share = closed(
  {
    title: Type.Optional(line('The title of the link. Without it: the page’s.', 'Do you have a claim?', 100)),
    description: line('One or two sentences under it.', 'Answer a few questions and find out.', 300),
    picture: Type.String({
      pattern: PICTURE_FILE,
      maxLength: 60,
      description: 'The picture of the link, a file beside the flow file; best 1200 by 630 pixels.',
      examples: ['share.png'],
    }),
  },
  {
    description: 'What a link to the site shows where it is shared (Open Graph).',
    examples: [{ description: 'Answer a few questions and find out.', picture: 'share.png' }],
  },
)

const { file, alt, decoration, caption } = Picture.properties

const Landing = closed(
  {
    title: line(
      'A heading above the first question: what the visitor gets.',
      'Know in two minutes whether you have a claim',
      80,
    ),
    text: Type.Optional(
      line('One or two sentences under it.', 'Answer a few questions. A lawyer looks at them for free.', 160),
    ),
    picture: Type.Optional(
      closed(
        { file, alt, decoration, caption },
        {
          description: 'A picture below the first question, as wide as the text.',
          examples: [{ file: 'team.jpg', alt: 'Three people at a table' }],
        },
      ),
    ),
    testimonials: Type.Optional(
      closed(
        { title: Testimonials.properties.title, entries: Testimonials.properties.entries },
        {
          description: 'What people said, as in the element testimonials, below the first question.',
          examples: [{ entries: [{ quote: 'Ten minutes, and I knew where I stood.', name: 'Maria G.' }] }],
        },
      ),
    ),
    faq: Type.Optional(
      closed(
        { title: Faq.properties.title, entries: Faq.properties.entries },
        {
          description: 'What visitors ask, as in the element faq, below the first question.',
          examples: [{ entries: [{ question: 'What does it cost?', html: '<p>Nothing.</p>' }] }],
        },
      ),
    ),
  },
  {
    description:
      'What the first screen says around the first question, whichever that is: a few words above it, all else below it and the trust lines. It is gone with the second step. In place of the promise.',
    examples: [{ title: 'Know in two minutes whether you have a claim' }],
  },
)
export type Landing = Static<typeof Landing>

export const Site = closed(
  {
    name: line('The site’s name, in which {{product}} stands for the product’s.', 'Claims Help', 60),
    logo: Type.Optional(Logo),
    masthead: Type.Optional(line('A word or two beside a lock, at the right of the head.', 'Secure', 40)),
    promise: Type.Optional(
      line('One line above the first question: what the visitor gets.', 'Free, and done in two minutes.'),
    ),
    landing: Type.Optional(Landing),
    trust: Type.Optional(
      Type.Array(Type.String({ pattern: VISIBLE, maxLength: 80 }), {
        minItems: 1,
        maxItems: AT_MOST.trust,
        uniqueItems: true,
        description: 'Short lines under the first question: who asks, what it costs, what happens next.',
        examples: [['Free for you', 'No call without your consent']],
      }),
    ),
    banner: Type.Optional(
      line(
        'A line under the head, beside the number to call. The template must have a place for it.',
        'Over 5 billion is found each year',
        100,
      ),
    ),
    footer: Type.Array(FooterLink, {
      minItems: 1,
      maxItems: AT_MOST.footer,
      description: 'The legal documents that every page links at its end, in this order.',
      examples: [[{ text: 'Privacy Policy', document: 'privacy-policy' }]],
    }),
    disclaimer: Type.Optional(
      line(
        'What the site is not, and how it earns: the small print after the copyright.',
        'We are not a law firm.',
        1000,
      ),
    ),
    phone: Type.Optional(
      Type.String({
        pattern: US_PHONE,
        description:
          'The site’s own phone number, as it is dialled. Without it the number of the setting PHONE_NUMBER.',
        examples: ['+18005550199'],
      }),
    ),
    share: Type.Optional(Share),
    theme: Type.Optional(Theme),
  },
  { description: 'Who the site is: its name and what it says around the steps.' },
)
export type Site = Static<typeof Site>

/** Documents with a form for requests to the operator: src/server/legal/privacyRequest.ts. */
export const WITH_FORM: readonly string[] = ['do-not-sell', 'unsubscribe', 'privacy-policy']

/** Legal documents with texts that come with the product, and their meanings: fixtures/legal. */
export const DOCUMENTS = {
  partners: 'the companies to which details may go',
  'privacy-policy': 'what is kept, why, who gets it, and a form to ask for a copy or deletion',
  'terms-of-use': 'the rules of the site',
  'terms-and-conditions': 'the agreement between the site and its visitors',
  'how-it-works': 'what happens from the first question on, and how the site earns',
  unsubscribe: 'how to stop calls, texts and email, with a form',
  'privacy-notice': 'the notice at collection',
  'accessibility-notice': 'what was done for people with disabilities, and whom to tell of a barrier',
  'do-not-sell': 'a form to opt out of being sold',
} as const
