import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject } from 'ajv'
import { BuyersFile, type Buyer } from '../../../schemas/buyer.ts'
import type { Located, Problem } from '../../../schemas/problem.ts'
import { readSource } from '../../author/document/place.ts'
import { isLoopback } from '../http/loopback.ts'
import { FORMATS } from './formats.ts'
import type { Buyers } from './worker.ts'

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
      message: `${key}: ${message}`,
      hint,
    })),
  )
  const keys = buyers.map(([, { return_key }]) => return_key)
  for (const [i, [key, { return_key }]] of buyers.entries())
    if (return_key !== undefined && keys.indexOf(return_key) !== i)
      wrong.push({
        code: 'bad_buyer',
        at: ['buyers', key, 'return_key'],
        message: `${key}: its return_key is another buyer’s too.`,
        hint: 'Give each buyer a secret of its own.',
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
      `BUYERS_FILE: ${code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read`}.`,
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
      message: 'its url is not an address.',
      hint: 'Give one such as https://buyer.example/leads.',
    },
    {
      is: local && !isLoopback(url),
      member: 'url',
      message: 'a local buyer is on this machine.',
      hint: 'Give an address such as http://127.0.0.1:4000/json.',
    },
    {
      is: !local && URL.parse(url)?.protocol === 'http:',
      member: 'url',
      message: 'its url would send leads in the open.',
      hint: 'Begin it with https://.',
    },
    {
      is: needsCampaign && !campaign_id,
      member: 'campaign_id',
      message: 'its format needs a campaign_id.',
      hint: 'The buyer tells you which.',
    },
    {
      is: needsSuppliers && !suppliers?.['default'],
      member: 'suppliers',
      message: `${format} needs suppliers with a "default".`,
      hint: 'It is for every affiliate that has none of its own.',
    },
    {
      is: ping !== undefined && !hasPing,
      member: 'ping',
      message: 'its format has no ping.',
      hint: `${PINGED.join(' and ')} have one.`,
    },
    {
      is: ping !== undefined && URL.parse(ping.url)?.origin !== URL.parse(url)?.origin,
      member: 'ping',
      message: 'it is pinged elsewhere than its leads are posted to.',
      hint: 'Both addresses begin with the same host.',
    },
  ]
  return all.filter(({ is }) => is)
}

const PINGED = Object.entries(FORMATS).flatMap(([name, { hasPing }]) => (hasPing ? name : []))

/** What the schema refuses, in words: where it stands, and what would be right. */
function problemOf({ keyword, instancePath, params, message = 'is not valid' }: ErrorObject): Problem {
  const { additionalProperty, missingProperty, allowedValues } = params as Record<string, string & string[]>
  const within = instancePath.split('/').slice(1)
  const name = (at: string[]) => at.join('.') || 'The file'
  if (additionalProperty !== undefined) {
    const at = [...within, additionalProperty]
    return { code: 'unknown_key', at, message: `${name(at)} is not known here.`, hint: 'Check its spelling.' }
  }
  if (missingProperty !== undefined)
    return {
      code: keyword,
      at: within,
      message: `${name(within)} lacks ${missingProperty}.`,
      hint: 'Add it.',
    }
  const hint = allowedValues === undefined ? '' : `It is one of ${allowedValues.join(', ')}.`
  return { code: keyword, at: within, message: `${name(within)} ${message}.`, hint }
}
