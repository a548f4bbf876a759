import {
  POSTBACK_MACROS,
  type PostbackKind,
  type PostbackMacro,
  type PostbackSettings,
} from '../../../schemas/outgoing/postback.ts'
import type { PostbackAttempt } from '../../store/nouns/postbacks/postbackMessages.ts'
import { hasLogin, isLoopback } from '../kernel/addresses.ts'
import { POSTBACK_REFUSALS } from './postbackRefusals.ts'

/** Address to call for an attempt, with its macros filled and URL-encoded. */
export function postbackAddress({ postback: { settings }, kind, ...sent }: PostbackAttempt): string {
  const { query, transaction, cents, before_cents, sub1, sub2, sub3 } = sent
  const { event = '', status = '' } = settings.words[kind] ?? {}
  const taken = settings.return_payout === 'negative' ? 0 - before_cents : 0
  return filled(templateFor(settings, kind), {
    click_id: query[settings.click_parameter] ?? '',
    sub1,
    sub2,
    sub3,
    sub4: query['sub4'] ?? '',
    sub5: query['sub5'] ?? '',
    payout: amount(kind === 'return' ? taken + cents : cents),
    event,
    status,
    transaction_id: transaction,
  })
}

/** The same for a test, which pays nothing and belongs to no click. */
export function testAddress(settings: PostbackSettings, now: number): string {
  const kind = Object.keys(settings.words)[0] as PostbackKind
  const { event = '', status = '' } = settings.words[kind] ?? {}
  const values = Object.fromEntries(POSTBACK_MACROS.map((macro) => [macro, 'test']))
  return filled(templateFor(settings, kind), {
    ...(values as Record<PostbackMacro, string>),
    payout: amount(0),
    event,
    status,
    transaction_id: `test-${now}`,
  })
}

const templateFor = ({ url, return_url }: PostbackSettings, kind: PostbackKind): string =>
  kind === 'return' ? return_url || url : url

const amount = (cents: number): string => (cents / 100).toFixed(2)

function filled(template: string, values: Record<PostbackMacro, string>): string {
  return template.replaceAll(MACRO, (_, name: PostbackMacro) =>
    encodeURIComponent(values[name].toWellFormed()),
  )
}

const MACRO = /\{(\w*)\}/g
const KNOWN: ReadonlySet<string> = new Set(POSTBACK_MACROS)

/** Macros of other products, and ours that mean the same. */
const OTHERS: Readonly<Record<string, PostbackMacro>> = {
  clickid: 'click_id',
  cid: 'click_id',
  aff_click_id: 'click_id',
  aff_sub: 'sub1',
  aff_sub2: 'sub2',
  aff_sub3: 'sub3',
  aff_sub4: 'sub4',
  aff_sub5: 'sub5',
  sum: 'payout',
  amount: 'payout',
  payout_amount: 'payout',
  price: 'payout',
  goal: 'event',
  event_id: 'event',
  txid: 'transaction_id',
  tid: 'transaction_id',
  transactionid: 'transaction_id',
  order_id: 'transaction_id',
}

/** Reason that an address can't be called; null if it can. `local`: the server setting allows addresses on this machine. */
export function wrongAddress(template: string, { local }: { local: boolean }): string | null {
  const foreign = /#(\w+)#/.exec(template)?.[1]
  if (foreign !== undefined)
    return POSTBACK_REFUSALS.unknownMacro(`#${foreign}#`, OTHERS[foreign] ?? subOf(foreign))
  for (const [macro, name = ''] of template.matchAll(MACRO))
    if (!KNOWN.has(name)) return POSTBACK_REFUSALS.unknownMacro(macro, OTHERS[name.toLowerCase()])
  const bare = template.replaceAll(MACRO, 'x')
  if (/[{}]/.test(bare)) return POSTBACK_REFUSALS.brace
  const host = /^[^:]*:\/\/[^/?#]*/.exec(template)?.[0] ?? ''
  const read = URL.parse(bare)
  if (!read || !/^https?:$/.test(read.protocol) || host.includes('{')) return POSTBACK_REFUSALS.noAddress
  if (hasLogin(bare)) return POSTBACK_REFUSALS.login
  return read.protocol === 'https:' || (local && isLoopback(bare)) ? null : POSTBACK_REFUSALS.inTheOpen
}

/** Our macro for CAKE's #s1# to #s5#. */
const subOf = (name: string): PostbackMacro | undefined =>
  /^s[1-5]$/.test(name) ? (`sub${name[1]}` as PostbackMacro) : undefined
