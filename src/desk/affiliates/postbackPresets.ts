import type { PostbackKind, PostbackSettings } from '../../../schemas/outgoing/postback.ts'

/** A tracker's usual address and words. What its vendor doesn't document publicly is a guess to check with the affiliate; the guide says
 *  which. */
export interface PostbackPreset {
  name: string
  settings: PostbackSettings
}

type Words = [event: string, status: string]

function preset(
  name: string,
  url: string,
  words: Partial<Record<PostbackKind, Words>>,
  more: Partial<PostbackSettings> = {},
): PostbackPreset {
  const filled = Object.entries(words).map(([kind, [event, status]]) => [kind, { event, status }])
  return {
    name,
    settings: {
      url,
      return_url: '',
      words: Object.fromEntries(filled) as PostbackSettings['words'],
      click_parameter: 'click_id',
      return_payout: 'zero',
      ...more,
    },
  }
}

const SALE: Words = ['sale', 'approved']
const RETURN: Words = ['sale', 'rejected']

export const POSTBACK_PRESETS: readonly PostbackPreset[] = [
  preset(
    'Other tracker',
    'https://tracker.example/postback?click_id={click_id}&payout={payout}&event={event}&status={status}&txid={transaction_id}',
    { sale: SALE, return: RETURN },
  ),
  preset(
    'Everflow',
    'https://tracking.example/?transaction_id={click_id}&amount={payout}&order_id={transaction_id}',
    { sale: SALE, return: RETURN },
    {
      return_url: 'https://tracking.example/reversal?order_id={transaction_id}',
      click_parameter: 'transaction_id',
    },
  ),
  preset(
    'CAKE',
    'https://cake.example/p.ashx?r={click_id}&t={transaction_id}&p={payout}',
    { sale: SALE },
    {
      click_parameter: 'sub2',
    },
  ),
  preset(
    'Voluum',
    'https://tracker.example/postback?cid={click_id}&payout={payout}&txid={transaction_id}&et={event}&currency=USD',
    { sale: SALE },
    { click_parameter: 'cid' },
  ),
  preset(
    'RedTrack',
    'https://tracker.example/postback?clickid={click_id}&sum={payout}&type={event}',
    { sale: ['Purchase', 'approved'] },
    { click_parameter: 'clickid' },
  ),
  preset(
    'Binom',
    'https://tracker.example/click.php?cnv_id={click_id}&payout={payout}&cnv_status={status}&cnv_currency=USD',
    { sale: SALE, change: SALE, return: RETURN },
    { click_parameter: 'clickid' },
  ),
  preset(
    'Keitaro',
    'https://tracker.example/KEY/postback?subid={click_id}&status={status}&payout={payout}&currency=USD&tid={transaction_id}',
    {
      lead: ['lead', 'lead'],
      sale: ['sale', 'sale'],
      change: ['sale', 'sale'],
      return: ['sale', 'rejected'],
    },
    { click_parameter: 'subid' },
  ),
  preset(
    'Affise',
    'https://tracker.example/postback?clickid={click_id}&sum={payout}&currency=USD&status={status}&goal={event}&action_id={transaction_id}',
    { sale: ['1', '1'], return: ['1', '3'] },
    { click_parameter: 'clickid' },
  ),
]
