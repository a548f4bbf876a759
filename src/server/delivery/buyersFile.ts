import { BuyersFile, type Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Located, Problem } from '../../../schemas/author/problem.ts'
import { readSource } from '../../author/document/place.ts'
import { readSecretFile, refusedBy } from '../settings/secretFile.ts'
import { hasLogin, isLoopback } from '../kernel/addresses.ts'
import type { Settings } from '../settings/settings.ts'
import { cents } from '../kernel/cents.ts'
import { FORMATS } from './formats.ts'
import { namesPerson } from './namesPerson.ts'
import { leastBid } from './winner.ts'
import { wrongLimits } from './wrongLimits.ts'
import type { Buyers } from './attempt.ts'
import { BUYERS_FILE } from './wrongBuyers.ts'

/** Reads the buyers in a file. Throws one error that lists every problem with line and column. It never includes a value, because the
 *  file holds secrets. */
export function readBuyers(file: string, targets: Targets): Buyers {
  const { document, refuse } = readSecretFile(file, { setting: 'BUYERS_FILE', schema: BuyersFile })
  const buyers = Object.entries(document.buyers)
  refuse(wrongWith(buyers, targets))
  return new Map(buyers)
}

/** Setting that allows buyers on this machine. */
type Targets = Pick<Settings, 'localTargets'>

/** Every problem in the bytes of such a file, without any of its values. The server that reads it decides if local buyers are allowed. */
export function wrongInBuyersFile(bytes: Uint8Array): Located[] {
  const { problems, document, locate } = readSource(bytes)
  if (problems.length > 0) return problems
  const refused = refusedBy(BuyersFile, document)
  const wrong =
    refused.length > 0
      ? refused
      : wrongWith(Object.entries((document as BuyersFile).buyers), { localTargets: true })
  return wrong.map(locate)
}

/** Problems of buyers that conform to their schema, each with its place in the file. */
export function wrongWith(
  buyers: readonly (readonly [key: string, buyer: Buyer])[],
  targets: Targets,
): Problem[] {
  const wrong = buyers.flatMap(([key, buyer]) =>
    [...wrongIn(buyer, targets), ...wrongLimits(buyer)].map(({ member, message, hint }) => ({
      code: 'bad_buyer',
      at: ['buyers', key, member],
      message: BUYERS_FILE.ofBuyer(key, message),
      hint,
    })),
  )
  const keys = buyers.map(([, { return_key }]) => return_key)
  for (const [i, [key, { return_key }]] of buyers.entries())
    if (return_key !== undefined && keys.indexOf(return_key) !== i)
      wrong.push({
        code: 'bad_buyer',
        at: ['buyers', key, 'return_key'],
        message: BUYERS_FILE.ofBuyer(key, BUYERS_FILE.returnKey),
        hint: BUYERS_FILE.ownSecret,
      })
  return wrong
}

interface Conflict {
  is: boolean
  member: keyof Buyer
  message: string
  hint: string
}

/** Conflicts in how a buyer is notified of people who don't want to be contacted. */
function wrongNotices({ revocations, local = false }: Buyer): Conflict[] {
  if (!revocations) return []
  const { call, url, key, list, to } = revocations
  const isOpen = url !== undefined && (local ? !isLoopback(url) : URL.parse(url)?.protocol !== 'https:')
  const isUnkeyed = (call === 'convoso' || call === 'suppressionlist') && key === undefined
  const member = 'revocations'
  return [
    {
      is: (call === undefined || call === 'json') && url === undefined && to === undefined,
      member,
      message: BUYERS_FILE.noNotice,
      hint: BUYERS_FILE.giveNotice,
    },
    { is: isOpen, member, message: BUYERS_FILE.noticeInTheOpen, hint: BUYERS_FILE.testUrlLike },
    { is: isUnkeyed, member, message: BUYERS_FILE.noticeKey, hint: BUYERS_FILE.askBuyer },
    {
      is: call === 'suppressionlist' && list === undefined,
      member,
      message: BUYERS_FILE.noticeList,
      hint: BUYERS_FILE.askBuyer,
    },
    {
      is: hasLogin(url ?? ''),
      member,
      message: BUYERS_FILE.login(ADDRESSES.revocations),
      hint: BUYERS_FILE.withoutLogin,
    },
  ]
}

/** Conflicts between a buyer's members. */
function wrongIn(buyer: Buyer, { localTargets }: Targets) {
  const { format, url, local = false, campaign_id, campaign_key, suppliers, ping, auction, test } = buyer
  const { test_url = url } = buyer
  const { needsCampaign, needsSuppliers, needsKey = false, hasPing, hasTest } = FORMATS[format]
  const all: Conflict[] = [
    {
      is: !URL.canParse(url),
      member: 'url',
      message: BUYERS_FILE.url,
      hint: BUYERS_FILE.urlLike,
    },
    {
      is: (format === 'email') !== url.startsWith('mailto:'),
      member: 'url',
      message: BUYERS_FILE.mailMismatch(format),
      hint: BUYERS_FILE.mailLike(format),
    },
    {
      is: local && !localTargets,
      member: 'local',
      message: BUYERS_FILE.localRefused,
      hint: BUYERS_FILE.allowLocal,
    },
    ...(['url', 'test_url', 'ping'] as const).map((member) => ({
      is: hasLogin((member === 'ping' ? ping?.url : buyer[member]) ?? ''),
      member,
      message: BUYERS_FILE.login(ADDRESSES[member]),
      hint: BUYERS_FILE.withoutLogin,
    })),
    {
      is: local && !isLoopback(url),
      member: 'url',
      message: BUYERS_FILE.localElsewhere,
      hint: BUYERS_FILE.localLike,
    },
    {
      is: !local && URL.parse(url)?.protocol === 'http:',
      member: 'url',
      message: BUYERS_FILE.inTheOpen,
      hint: BUYERS_FILE.beginHttps,
    },
    {
      is:
        test_url !== url &&
        format !== 'email' &&
        (local ? !isLoopback(test_url) : URL.parse(test_url)?.protocol !== 'https:'),
      member: 'test_url',
      message: BUYERS_FILE.testUrl,
      hint: BUYERS_FILE.testUrlLike,
    },
    ...wrongNotices(buyer),
    {
      is: needsCampaign && !campaign_id,
      member: 'campaign_id',
      message: BUYERS_FILE.campaign,
      hint: BUYERS_FILE.askBuyer,
    },
    {
      is: needsSuppliers && !suppliers?.['default'],
      member: 'suppliers',
      message: BUYERS_FILE.suppliers,
      hint: BUYERS_FILE.defaultSupplier,
    },
    {
      is: needsKey && !campaign_key,
      member: 'campaign_key',
      message: BUYERS_FILE.key,
      hint: BUYERS_FILE.askBuyer,
    },
    {
      is: test === true && !hasTest,
      member: 'test',
      message: BUYERS_FILE.noTest,
      hint: BUYERS_FILE.noTestHow,
    },
    {
      is: ping !== undefined && !hasPing,
      member: 'ping',
      message: BUYERS_FILE.noPing,
      hint: BUYERS_FILE.pinged(new Intl.ListFormat('en').format(PINGED)),
    },
    {
      is: ping !== undefined && hasPing && URL.parse(ping.url)?.origin !== URL.parse(url)?.origin,
      member: 'ping',
      message: BUYERS_FILE.pingElsewhere,
      hint: BUYERS_FILE.sameHost,
    },
    ...(ping?.fields ?? []).filter(namesPerson).map((field) => ({
      is: true,
      member: 'ping' as const,
      message: BUYERS_FILE.pingNames(field),
      hint: BUYERS_FILE.pingNamesNobody,
    })),
    {
      is: auction !== undefined && ping === undefined,
      member: 'auction',
      message: BUYERS_FILE.auctionWithoutPing,
      hint: BUYERS_FILE.givePing,
    },
    {
      is: auction?.max_bid !== undefined && cents(auction.max_bid) < leastBid({ auction }),
      member: 'auction',
      message: BUYERS_FILE.bidsCrossed,
      hint: BUYERS_FILE.pricesInOrder,
    },
  ]
  return all.filter(({ is }) => is)
}

const ADDRESSES = {
  url: 'address',
  test_url: 'test address',
  ping: 'ping',
  revocations: 'address for opt-out notices',
} as const

const PINGED = Object.entries(FORMATS).flatMap(([name, { hasPing }]) => (hasPing ? name : []))
