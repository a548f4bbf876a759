import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject } from 'ajv'
import { BuyersFile, type Buyer } from '../../../schemas/buyer.ts'
import type { Located, Problem } from '../../../schemas/problem.ts'
import { readSource } from '../../author/document/place.ts'
import { isLoopback } from '../http/loopback.ts'
import { FORMATS } from './formats.ts'
import type { Buyers } from './worker.ts'
import { BUYERS_FILE } from '../../texts/wrongBuyers.ts'

/** The buyers that a file names. Throws one error that lists everything wrong with it, each with line and column, and
 *  never a value of it: the file holds secrets. */
export function readBuyers(file: string): Buyers {
  const { problems, document, locate } = readSource(bytesOf(file))
  if (problems.length > 0) throw broken(file, problems)
  const ajv = new Ajv({ allErrors: true, useDefaults: true, allowUnionTypes: true })
  const valid = ajv.compile<BuyersFile>(BuyersFile)
  if (!valid(document)) throw broken(file, (valid.errors ?? []).map(problemOf).map(locate))
  const buyers = Object.entries(document.buyers)
  const wrong = buyers.flatMap(([key, buyer]) =>
    wrongIn(buyer).map(({ member, message, hint }) => ({
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
  if (wrong.length > 0) throw broken(file, wrong.map(locate))
  return new Map(buyers)
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `BUYERS_FILE: ${code === 'ENOENT' ? BUYERS_FILE.absent(file) : BUYERS_FILE.unreadable(file)}.`,
    )
  }
}

function broken(file: string, problems: readonly Located[]): Error {
  const lines = problems.map(
    ({ line, column, message, hint }) =>
      `BUYERS_FILE: ${file}:${line}:${column}  ${[message, hint].join(' ').trim()}`,
  )
  return new Error(lines.join('\n'))
}

/** What is wrong with a buyer's members by one another. */
function wrongIn({ format, url, local = false, campaign_id, suppliers, ping }: Buyer) {
  const { needsCampaign, needsSuppliers, hasPing } = FORMATS[format]
  const all: { is: boolean; member: keyof Buyer; message: string; hint: string }[] = [
    {
      is: !URL.canParse(url),
      member: 'url',
      message: BUYERS_FILE.url,
      hint: BUYERS_FILE.urlLike,
    },
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
      is: needsCampaign && !campaign_id,
      member: 'campaign_id',
      message: BUYERS_FILE.campaign,
      hint: BUYERS_FILE.askBuyer,
    },
    {
      is: needsSuppliers && !suppliers?.['default'],
      member: 'suppliers',
      message: BUYERS_FILE.suppliers(format),
      hint: BUYERS_FILE.defaultSupplier,
    },
    {
      is: ping !== undefined && !hasPing,
      member: 'ping',
      message: BUYERS_FILE.noPing,
      hint: BUYERS_FILE.pinged(PINGED.join(' and ')),
    },
    {
      is: ping !== undefined && URL.parse(ping.url)?.origin !== URL.parse(url)?.origin,
      member: 'ping',
      message: BUYERS_FILE.pingElsewhere,
      hint: BUYERS_FILE.sameHost,
    },
  ]
  return all.filter(({ is }) => is)
}

const PINGED = Object.entries(FORMATS).flatMap(([name, { hasPing }]) => (hasPing ? name : []))

/** What the schema refuses, in words: where it stands, and what would be right. */
function problemOf({ keyword, instancePath, params, message = 'is not valid' }: ErrorObject): Problem {
  const { additionalProperty, missingProperty, allowedValues } = params as Record<string, string & string[]>
  const within = instancePath.split('/').slice(1)
  const name = (at: string[]) => at.join('.') || BUYERS_FILE.file
  if (additionalProperty !== undefined) {
    const at = [...within, additionalProperty]
    return {
      code: 'unknown_key',
      at,
      message: BUYERS_FILE.unknownKey(name(at)),
      hint: BUYERS_FILE.checkSpelling,
    }
  }
  if (missingProperty !== undefined)
    return {
      code: keyword,
      at: within,
      message: BUYERS_FILE.lacks(name(within), missingProperty),
      hint: BUYERS_FILE.add,
    }
  const hint = allowedValues === undefined ? '' : BUYERS_FILE.oneOf(allowedValues.join(', '))
  return { code: keyword, at: within, message: `${name(within)} ${message}.`, hint }
}
