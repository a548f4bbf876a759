import { Type, type Static } from 'typebox'
import { AUCTION } from './auction.ts'
import { COPIES } from './copies.ts'
import { LEADPROSPER } from './leadprosper.ts'
import { HeldReason, LIMITS } from './limits.ts'
import { REVOCATIONS } from './revocations.ts'
import { SHARING } from './sharing.ts'
import { AT_MOST, closed, DOLLARS, explained, HOST, Key, keyed, oneOf } from '../kernel/shape.ts'

/** Buyers that leads are delivered to: those in the file that BUYERS_FILE names, and those in the store. `writeOnly` marks secrets,
 *  which stay on the server and are in no answer. */

/** A buyer's name for an affiliate's traffic. */
const Supplier = closed({
  id: Type.String({ minLength: 1, description: 'lp_supplier_id.', examples: ['2001'] }),
  key: Type.String({
    minLength: 1,
    writeOnly: true,
    description: 'lp_key.',
    examples: ['a-secret-of-the-buyer'],
  }),
})
export type Supplier = Static<typeof Supplier>

/** Pattern of a place in an answer. */
const ANSWER_PATH = '^[^.\\s]{1,80}(\\.[^.\\s]{1,80}){0,9}$'

/** Separates the checked options of a multi-select in a text, unless the buyer has its own separator. */
export const LIST_SEPARATOR = ','

/** Source: RFC 9110, 5.6.2 "token". */
const HEADER_NAME = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"

export const Buyer = closed({
  format: explained('The format the buyer uses.', {
    leadconduit: 'LeadConduit; url ends in /submit, and its ping’s url in /ping',
    boberdoo:
      'boberdoo pingPostLead; needs campaign_id (its TYPE), campaign_key (its Key), and suppliers (whose id is its SRC)',
    leadprosper:
      'LeadProsper; url ends in /direct_post, or in /post if it’s pinged at /ping; needs campaign_id and suppliers',
    leadspedia: 'LeadsPedia post; needs campaign_id',
    json: 'the lead as plain JSON',
    form: 'the lead as a form',
    email: 'the lead by email, as text and as a CSV file; url is mailto: and the buyer’s address',
  }),
  url: Type.String({
    pattern: '^(https?://|mailto:[^@\\s,?]+@[^@\\s,?]+$)',
    description:
      'The URL to post leads to. It must be https, except for a local buyer. For the format email, it’s mailto: and an address.',
    examples: ['https://buyer.example/leads'],
  }),
  local: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'The buyer runs on this machine, for testing. Loopback and plain http are allowed. It needs the setting LOCAL_TARGETS=allow.',
    }),
  ),
  ping: Type.Optional(
    closed(
      {
        url: Type.String({
          pattern: '^https?://',
          description: 'The URL to ping.',
          examples: ['https://buyer.example/ping.do'],
        }),
        fields: Type.Array(Type.String({ minLength: 1 }), {
          minItems: 1,
          description:
            'The lead’s fields in the ping, by our names. They can’t include anything that identifies the person.',
          examples: [['zip', 'state']],
        }),
        bid: Type.Optional(
          Type.String({
            pattern: ANSWER_PATH,
            description:
              'For the formats json and form: where the bid in dollars is in the answer to a ping, as names and numbers with dots between them. A ping without a bid there is refused. If omitted, the answer has "result", "price", and "id", like the answer to a lead.',
            examples: ['offer.price', 'bids.0.amount'],
          }),
        ),
        bid_id: Type.Optional(
          Type.String({
            pattern: ANSWER_PATH,
            description: 'With bid: where the bid’s ID is in the answer. It’s sent along with the lead.',
            examples: ['offer.id'],
          }),
        ),
        bid_id_name: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 80,
            default: 'ping_id',
            description: 'With the formats json and form: the name under which the bid’s ID is sent along.',
            examples: ['bid_token'],
          }),
        ),
      },
      {
        description: 'A ping that asks if the buyer wants the lead. The full lead is sent only if it does.',
        examples: [{ url: 'https://buyer.example/ping.do', fields: ['zip', 'state'] }],
      },
    ),
  ),
  campaign_id: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The buyer’s campaign ID, which is lp_campaign_id or boberdoo’s TYPE.',
      examples: ['1001'],
    }),
  ),
  campaign_key: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'LeadsPedia’s lp_campaign_key or boberdoo’s Key.',
      writeOnly: true,
      examples: ['a-secret-of-the-campaign'],
    }),
  ),
  suppliers: Type.Optional(
    Type.Record(Type.String({ minLength: 1 }), Supplier, {
      description: 'lp_supplier_id and lp_key by affiliate ID. "default" is for all others.',
      examples: [{ default: { id: '2001', key: 'a-secret-of-the-buyer' } }],
    }),
  ),
  headers: Type.Optional(
    Type.Record(Type.String({ pattern: HEADER_NAME }), Type.String({ writeOnly: true }), {
      additionalProperties: false,
      description: 'Headers sent with every post, such as authorization.',
      examples: [{ authorization: 'Bearer a-secret-of-the-buyer' }],
    }),
  ),
  fields: Type.Optional(
    Type.Record(Type.String({ minLength: 1 }), Type.String({ minLength: 1 }), {
      description:
        'The buyer’s name for each field, and ours. If omitted, all fields are sent with our names, except consents for buyers of other offers.',
      examples: [{ zip: 'zip_code', firstName: 'first_name' }],
    }),
  ),
  list_separator: Type.Optional(
    Type.String({
      pattern: '^[ -/:-@\\[-`{-~]{1,5}$',
      description:
        'The text between the checked options of a multi-select, which are sent as one text. The default is a comma. With the formats json and leadconduit, they’re sent as an array if this is omitted.',
      examples: ['|'],
    }),
  ),
  price: Type.Optional(
    Type.String({
      pattern: DOLLARS,
      description: 'The price in dollars for a lead that’s accepted without one.',
      examples: ['12.34'],
    }),
  ),
  ...LIMITS,
  ...SHARING,
  ...AUCTION,
  ...LEADPROSPER,
  ...COPIES,
  ...REVOCATIONS,
  timeout_s: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 300,
      default: 60,
      examples: [300],
      description: 'The time to wait for a response. Some buyers auction a lead for minutes.',
    }),
  ),
  parallel: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 256,
      examples: [32],
      description:
        'The number of leads that can be sent to this buyer at once, across all servers. The default is 8, or 64 for a buyer that bids in auctions.',
    }),
  ),
  duplicate_window_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 365,
      default: 30,
      examples: [90],
      description:
        'The number of days before the same person is sent to this buyer again. 0 means always. Two leads are of the same person if they share a phone number or an email address, and the name or the birth date. If they have neither to compare, the phone number or the email address decides.',
    }),
  ),
  honors_key: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'The buyer recognizes a lead that it already has by our idempotency-key header, and answers a second post of it as it answered the first. Set it only if the buyer has confirmed this. Without it, a lead whose response was lost isn’t posted again and waits under To settle.',
    }),
  ),
  return_key: Type.Optional(
    Type.String({
      minLength: 10,
      maxLength: 200,
      writeOnly: true,
      description:
        'The secret that the buyer uses to return leads at /webhook/returns. If omitted, only an operator can, with leadloom returns.',
      examples: ['another-secret-of-the-buyer'],
    }),
  ),
  redirect_hosts: Type.Optional(
    Type.Array(Type.String({ pattern: HOST }), {
      maxItems: AT_MOST.hosts,
      uniqueItems: true,
      description:
        'The hosts that the buyer can send visitors to after it accepts their lead, with redirect_url in its response. If empty, visitors aren’t sent anywhere. The page is used only if a text of the flow has a redirect with this buyer. It needs duplicate_window_days 0: otherwise a visitor who isn’t sent there would know that someone else gave the same phone number or email address.',
      examples: [['apply.buyer.example']],
    }),
  ),
  test_url: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'The URL for test leads from leadloom buyers test and the desk. The default is url, if the format can mark a lead as a test.',
      examples: ['https://buyer.example/test'],
    }),
  ),
  test: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Leads are posted as tests. The buyer pays nothing, and no sale is counted.',
    }),
  ),
})
export type Buyer = Static<typeof Buyer>

export const BuyersFile = closed(
  {
    $schema: Type.Optional(
      Type.String({
        description: 'The address of this schema, so that your editor can autocomplete and validate.',
        examples: ['./schemas/json/buyers.schema.json'],
      }),
    ),
    buyers: keyed(Buyer, {
      description: 'The connection to each buyer, by its key in the flows’ ui_config.buyers.',
      examples: [
        { auto_accident_team: { format: 'json', url: 'https://buyer.example/leads', price: '12.34' } },
      ],
    }),
  },
  { title: 'Leadloom buyers', description: 'Buyers, by the key that flows use for them.' },
)
export type BuyersFile = Static<typeof BuyersFile>

export const DeliveryState = oneOf(['due', 'accepted', 'duplicate', 'rejected', 'dead', 'suppressed'], {
  description:
    'due: to be sent, for the first time or again. accepted, duplicate, rejected: the buyer’s final response. With duplicate_of or held, it wasn’t sent, and the decision is our own. dead: given up after failing. You can check it and send it again. suppressed: the visitor opted out of the sale.',
})
export type DeliveryState = Static<typeof DeliveryState>

export const MailState = oneOf(['due', 'sent', 'refused', 'dead', 'suppressed'], {
  description:
    'due: to be sent, for the first time or again. sent: the mail server took it. refused: the mail server permanently refused it. dead: given up after failing. suppressed: the address opted out or got enough emails that day, or no buyer took the lead to confirm.',
})
export type MailState = Static<typeof MailState>

export const MailKind = oneOf(['step', 'go_on', 'confirm'], {
  description:
    'step: from an action of a step. go_on: a link to continue the visit on another device. confirm: the companies that got the visitor’s leads.',
})
export type MailKind = Static<typeof MailKind>

/** One email on its way to a visitor, without its address. Times are UTC epoch ms. */
export const Mail = closed({
  mail: Type.Integer(),
  session_uuid: Type.String(),
  kind: MailKind,
  offer: Type.String({ description: 'For a lead or a step. Otherwise empty.' }),
  step: Type.String({
    description:
      'The step. For a link to continue, the ID that the browser requested it with. Otherwise empty.',
  }),
  state: MailState,
  attempts: Type.Integer(),
  due_at: Type.Union([Type.Integer(), Type.Null()]),
  at: Type.Integer({ description: 'When it was due.' }),
  last: Type.Union([Type.String(), Type.Null()], { description: 'The result of the last attempt.' }),
})
export type Mail = Static<typeof Mail>

/** One lead on its way to one buyer. Times are UTC epoch ms. */
export const Delivery = closed({
  delivery: Type.Integer(),
  in_doubt: Type.Boolean({
    description:
      'Whether the buyer may have bought it without us knowing. If it’s dead, it’s probably sold, and isn’t sent again until an operator settles it.',
  }),
  key: Type.String({ description: 'The idempotency key, which is the same in every attempt.' }),
  session_uuid: Type.String(),
  offer: Key,
  buyer: Key,
  state: DeliveryState,
  attempts: Type.Integer(),
  duplicate_of: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'For a duplicate that we detected and didn’t send: the delivery that sold the same person to this buyer. Null if the buyer called it a duplicate.',
  }),
  held: Type.Union([HeldReason, Type.Null()], {
    description: 'Why it’s waiting or was never sent. Null if it was sent or is about to be.',
  }),
  due_at: Type.Union([Type.Integer(), Type.Null()]),
  at: Type.Integer({ description: 'When the lead was due.' }),
  last: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it’s waiting or wasn’t sent, or the result of the last attempt.',
  }),
})
export type Delivery = Static<typeof Delivery>
