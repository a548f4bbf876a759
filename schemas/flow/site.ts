import { Type, type Static } from 'typebox'
import { Picture } from '../elements/pictureElements.ts'
import { Faq, Testimonials } from '../elements/trustElements.ts'
import { Theme } from './theme.ts'
import { AT_MOST, closed, FILE_NAME, VISIBLE } from '../kernel/shape.ts'

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
  text: line('The link text. A consent that uses the same text links to the document.', 'Privacy Policy', 60),
  document: Type.String({
    pattern: FILE_NAME,
    maxLength: 60,
    description: 'The legal document, as in the address /legal/<path>/<document>.',
    examples: ['privacy-policy'],
  }),
  file: Type.Optional(
    Type.String({
      pattern: LEGAL_FILE,
      maxLength: 60,
      description:
        'The file next to the flow file with the document’s text, instead of the product’s. {{site}}, {{contact}}, {{form}}, and {{product}} are replaced.',
      examples: ['privacy.html'],
    }),
  ),
})

const Logo = closed(
  {
    file: Type.String({
      pattern: LOGO_FILE,
      maxLength: 60,
      description: 'The picture, a file next to the flow file.',
      examples: ['logo.svg'],
    }),
    width: Type.Integer({ minimum: 16, maximum: 200, description: 'Its width, in pixels.', examples: [120] }),
    height: Type.Integer({ minimum: 16, maximum: 40, description: 'Its height, in pixels.', examples: [28] }),
    says_name: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true if the picture contains the name, so that the name isn’t shown next to it.',
      }),
    ),
  },
  {
    description: 'The picture in the header. If omitted, it’s icon.svg.',
    examples: [{ file: 'logo.svg', width: 120, height: 28, says_name: true }],
  },
)

const Share = closed(
  {
    title: Type.Optional(
      line('The title of the link. If omitted, it’s the page’s title.', 'Do you have a claim?', 100),
    ),
    description: line('One or two sentences under it.', 'Answer a few questions and find out.', 300),
    picture: Type.String({
      pattern: PICTURE_FILE,
      maxLength: 60,
      description: 'The picture of the link, a file next to the flow file, ideally 1200 by 630 pixels.',
      examples: ['share.png'],
    }),
  },
  {
    description: 'The preview of a shared link to the site (Open Graph).',
    examples: [{ description: 'Answer a few questions and find out.', picture: 'share.png' }],
  },
)

const { file, alt, decoration, caption } = Picture.properties

const Landing = closed(
  {
    title: line(
      'A heading above the first question that says what visitors get.',
      'Find out in two minutes if you have a claim',
      80,
    ),
    text: Type.Optional(
      line('One or two sentences under it.', 'Answer a few questions. A lawyer reviews them for free.', 160),
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
          description: 'Quotes below the first question, as in the element testimonials.',
          examples: [
            { entries: [{ quote: 'It took ten minutes to find out where I stand.', name: 'Maria G.' }] },
          ],
        },
      ),
    ),
    faq: Type.Optional(
      closed(
        { title: Faq.properties.title, entries: Faq.properties.entries },
        {
          description: 'Questions and answers below the first question, as in the element faq.',
          examples: [{ entries: [{ question: 'What does it cost?', html: '<p>Nothing.</p>' }] }],
        },
      ),
    ),
  },
  {
    description:
      'Content around the first question: a few words above it, and the rest below it and the trust lines. It’s shown on the first step only, and replaces the promise.',
    examples: [{ title: 'Find out in two minutes if you have a claim' }],
  },
)
export type Landing = Static<typeof Landing>

/** The company that answers for a site. */
export const Company = closed(
  {
    name: Type.String({
      pattern: VISIBLE,
      maxLength: 80,
      description: 'The legal name of the company that runs the site.',
      examples: ['Example Claims Media LLC'],
    }),
    address: Type.Array(Type.String({ pattern: VISIBLE, maxLength: 80 }), {
      minItems: 1,
      maxItems: 4,
      description: 'Its postal address, one line each.',
      examples: [['100 Sample Plaza, Suite 200', 'Anytown, TX 00000']],
    }),
    phone: Type.String({
      pattern: US_PHONE,
      description: 'The number where a person answers for it, like +18005550142.',
      examples: ['+18005550142'],
    }),
    hours: Type.Optional(line('When someone answers the phone.', 'Mon–Fri, 9 to 5 Central', 60)),
    licenses: Type.Optional(
      Type.Array(Type.String({ pattern: VISIBLE, maxLength: 120 }), {
        minItems: 1,
        maxItems: 6,
        uniqueItems: true,
        description: 'Licenses and registrations, one line each, with their numbers.',
        examples: [['Insurance producer, Ohio license 0000000']],
      }),
    ),
    mark: Type.Optional(
      closed(
        {
          file: Type.String({
            pattern: LOGO_FILE,
            maxLength: 60,
            description: 'The picture, a file next to the flow file.',
            examples: ['team.webp'],
          }),
          width: Type.Integer({
            minimum: 16,
            maximum: 320,
            description: 'Its width, in pixels.',
            examples: [96],
          }),
          height: Type.Integer({
            minimum: 16,
            maximum: 320,
            description: 'Its height, in pixels.',
            examples: [96],
          }),
          alt: Type.Optional(
            line('What the picture shows, for people who can’t see it.', 'Our office in Anytown', 120),
          ),
        },
        {
          description: 'A photo of the people, or the company’s mark.',
          examples: [{ file: 'team.webp', width: 96, height: 96, alt: 'Our office in Anytown' }],
        },
      ),
    ),
  },
  {
    description:
      'The company behind the site, shown on every page. Required before a flow that sells leads can be published.',
    examples: [
      {
        name: 'Example Claims Media LLC',
        address: ['100 Sample Plaza, Suite 200', 'Anytown, TX 00000'],
        phone: '+18005550142',
      },
    ],
  },
)
export type Company = Static<typeof Company>

export const Site = closed(
  {
    name: line('The site’s name. {{product}} is replaced with the product’s name.', 'Claims Help', 60),
    logo: Type.Optional(Logo),
    masthead: Type.Optional(
      line(
        'A few words next to a lock, on the right of the header, that say what is protected.',
        'Encrypted connection',
        40,
      ),
    ),
    company: Type.Optional(Company),
    promise: Type.Optional(
      line('A line above the first question that says what visitors get.', 'Free. Takes two minutes.'),
    ),
    landing: Type.Optional(Landing),
    trust: Type.Optional(
      Type.Array(Type.String({ pattern: VISIBLE, maxLength: 80 }), {
        minItems: 1,
        maxItems: AT_MOST.trust,
        uniqueItems: true,
        description:
          'Short lines under the first question about who asks, what it costs, and what happens next.',
        examples: [['Free for you', 'No calls without your permission']],
      }),
    ),
    banner: Type.Optional(
      line(
        'A line under the header, next to the phone number. The template must support it.',
        'Over $5 billion is found each year',
        100,
      ),
    ),
    footer: Type.Array(FooterLink, {
      minItems: 1,
      maxItems: AT_MOST.footer,
      description: 'The legal documents that every page links to in the footer, in this order.',
      examples: [[{ text: 'Privacy Policy', document: 'privacy-policy' }]],
    }),
    disclaimer: Type.Optional(
      line(
        'The small print after the copyright, such as what the site isn’t and how it makes money.',
        'We are not a law firm.',
        1000,
      ),
    ),
    phone: Type.Optional(
      Type.String({
        pattern: US_PHONE,
        description:
          'The site’s own phone number, like +18005550199. If omitted, it’s the setting PHONE_NUMBER.',
        examples: ['+18005550199'],
      }),
    ),
    share: Type.Optional(Share),
    theme: Type.Optional(Theme),
  },
  { description: 'The site’s name and the texts around the steps.' },
)
export type Site = Static<typeof Site>

/** Documents with a form for requests to the operator: src/server/legal/privacyRequest.ts. */
export const WITH_FORM: readonly string[] = ['do-not-sell', 'unsubscribe', 'privacy-policy']

/** Legal documents with texts that come with the product, and their meanings: fixtures/legal. */
export const DOCUMENTS = {
  partners: 'the companies that leads may go to',
  'privacy-policy': 'what data is collected, why, who gets it, and a form to ask for a copy or deletion',
  'terms-of-use': 'the terms of the site',
  'terms-and-conditions': 'the agreement between the site and its visitors',
  'how-it-works': 'how the site works and makes money',
  unsubscribe: 'how to stop calls, texts, and emails, with a form',
  'privacy-notice': 'the notice at collection',
  'accessibility-notice': 'accessibility of the site, and where to report a barrier',
  'do-not-sell': 'a form to opt out of the sale of personal information',
} as const
