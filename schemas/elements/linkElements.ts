import { Type } from 'typebox'
import { AT_MOST, explained, Key, KEY, VISIBLE } from '../kernel/shape.ts'
import {
  PICTURES,
  agrees,
  buttonText,
  element,
  HTTPS_ADDRESS,
  shown_when,
  tracker,
  words,
} from './elementParts.ts'

/** Elements that open another page, or call. */

/** Address of a partner's page. */
const link = Type.String({
  pattern: HTTPS_ADDRESS,
  maxLength: 2000,
  description:
    'The address to open in a new tab, on one of ui_config.partner_hosts. The page’s sub1, sub2, and sub3 are passed on.',
  examples: ['https://partner.example/offer'],
})

const plainLink = {
  link,
  tracker,
}

const campaignLink = {
  link,
  campaign_id: Type.String({
    minLength: 1,
    maxLength: AT_MOST.foreignKey,
    description: 'The partner’s name for the campaign, added to the address.',
    examples: ['1204'],
  }),
  aff_id: Type.Optional(
    Type.String({
      maxLength: AT_MOST.foreignKey,
      default: '10257',
      description: 'The affiliate that the partner credits for the visitor.',
      examples: ['10257'],
    }),
  ),
  hostNameId: Type.Optional(
    Type.String({
      maxLength: AT_MOST.foreignKey,
      default: '2951',
      description: 'The host name that the partner credits for the visitor.',
      examples: ['2951'],
    }),
  ),
  affiliate_reference: Type.Optional(
    Type.String({
      pattern: `^${KEY}$`,
      description:
        'For a partner that takes one reference instead of the campaign’s parameters: the name of the parameter with the link-out’s unique ID. Nothing else is added.',
      examples: ['aff_ref'],
    }),
  ),
}

export const PartnerCard = element(
  'container',
  'partner_card',
  'A partner’s offer. Its button opens the partner’s campaign in a new tab and is tracked as a link-out.',
  {
    title: words('The heading of the card.', 'Auto Accident Team'),
    body: words(
      'A description of the partner’s offer.',
      'Have your claim reviewed by someone who handles them every day.',
    ),
    text: buttonText,
    ...campaignLink,
    icon: Type.Optional(explained('The picture on the card.', PICTURES)),
    buyer: Type.Optional(
      Type.String({
        ...Key,
        description:
          'The buyer that the partner is, a key of ui_config.buyers. Visitors whose lead just went to that buyer don’t see the card.',
        examples: ['auto_accident_team'],
      }),
    ),
    ...shown_when,
  },
)

export const PartnerLinkOut = element(
  'container',
  'partner_link_out',
  'A button that opens a partner’s campaign in a new tab and is tracked as a link-out.',
  {
    text: Type.Optional({ ...buttonText, default: 'Button' }),
    size: Type.Optional(
      explained(
        'The size of the button’s text.',
        { sm: '0.75 rem', md: '1 rem', lg: '1.5 rem', xl: '2 rem' },
        { default: 'md' },
      ),
    ),
    ...campaignLink,
    ...shown_when,
  },
)

export const LinkOut = element(
  'container',
  'link_out',
  'A button that opens another page in a new tab and is tracked as a link-out.',
  { text: buttonText, ...plainLink, ...shown_when },
)

export const BoostLinkOut = element(
  'container',
  'boost_link_out',
  'A prominent link-out that also continues to the next step. The other page opens in a new tab.',
  {
    title: Type.Optional(words('A heading over the button.', 'Apply on your own for free')),
    body: Type.Optional(words('A description of the other page.', 'The page opens in a new tab.')),
    text: buttonText,
    agrees,
    ...plainLink,
  },
)

export const PhoneLink = element('container', 'phone_link', 'A link that calls the tracked number.', {
  text: Type.String({
    pattern: VISIBLE,
    maxLength: 120,
    description: 'The link text. {{phone}} is replaced with the tracked number.',
    examples: ['Call {{phone}}'],
  }),
  ...shown_when,
})
