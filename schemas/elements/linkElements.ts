import { Type } from 'typebox'
import { AT_MOST, explained, Key, KEY, VISIBLE } from '../shape.ts'
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
    'The address that opens, in a new tab, on one of ui_config.partner_hosts. The page’s sub1, sub2 and sub3 are passed on.',
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
    description: 'The partner’s name for the campaign; the address carries it.',
    examples: ['1204'],
  }),
  aff_id: Type.Optional(
    Type.String({
      maxLength: AT_MOST.foreignKey,
      default: '10257',
      description: 'Under which affiliate the partner books the visitor.',
      examples: ['10257'],
    }),
  ),
  hostNameId: Type.Optional(
    Type.String({
      maxLength: AT_MOST.foreignKey,
      default: '2951',
      description: 'Under which host name the partner books the visitor.',
      examples: ['2951'],
    }),
  ),
  affiliate_reference: Type.Optional(
    Type.String({
      pattern: `^${KEY}$`,
      description:
        'For a partner that takes one reference instead of the campaign’s parameters: the name under which the address carries the link-out’s unique id, and nothing else.',
      examples: ['aff_ref'],
    }),
  ),
}

export const PartnerCard = element(
  'container',
  'partner_card',
  'An offer of a partner: its button opens the partner’s campaign in a new tab and is tracked as a link-out.',
  {
    title: words('The heading of the card.', 'Auto Accident Team'),
    body: words('What the partner offers.', 'Someone who handles these claims every day looks at yours.'),
    text: buttonText,
    ...campaignLink,
    icon: Type.Optional(explained('The picture on the card.', PICTURES)),
    buyer: Type.Optional(
      Type.String({
        ...Key,
        description:
          'The buyer that the partner is, a key of ui_config.buyers: whoever was just sent to it does not see the card.',
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
  'A prominent link-out that also leaves the step: the visitor goes on here while the other page opens in a new tab.',
  {
    title: Type.Optional(words('A heading over the button.', 'Apply yourself, free of charge')),
    body: Type.Optional(words('What is to be found there.', 'The page opens beside this one.')),
    text: buttonText,
    agrees,
    ...plainLink,
  },
)

export const PhoneLink = element('container', 'phone_link', 'Calls the tracked number.', {
  text: Type.String({
    pattern: VISIBLE,
    maxLength: 120,
    description: 'What the link says; {{phone}} stands for the tracked number.',
    examples: ['Call {{phone}}'],
  }),
  ...shown_when,
})
