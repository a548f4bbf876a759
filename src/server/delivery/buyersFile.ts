import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { BuyersFile, type Buyer } from '../../../schemas/buyer.ts'
import type { Buyers } from './worker.ts'

/** The buyers that a file names. Throws one error that lists everything wrong with it, and never a value of it: the file
 *  holds secrets. */
export function readBuyers(file: string): Buyers {
  const document = parsed(file)
  const ajv = new Ajv({ allErrors: true, useDefaults: true })
  const valid = ajv.compile<BuyersFile>(BuyersFile)
  if (!valid(document))
    throw new Error(
      (valid.errors ?? [])
        .map(({ instancePath, message, params }) =>
          [`BUYERS_FILE: ${instancePath || '/'} ${message}`, ...Object.values(params)].join(' '),
        )
        .join('\n'),
    )
  const buyers = new Map(Object.entries(document.buyers))
  const broken = [...buyers].flatMap(([key, buyer]) =>
    wrong(buyer).map((what) => `BUYERS_FILE: ${key}: ${what}`),
  )
  if (broken.length > 0) throw new Error(broken.join('\n'))
  return buyers
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `BUYERS_FILE: ${code === 'ENOENT' ? 'there is no such file' : 'it cannot be read as JSON'}.`,
    )
  }
}

function wrong({ url, local, format, campaign_id, suppliers }: Buyer): string[] {
  const at = URL.parse(url)
  const loopback = at !== null && ['127.0.0.1', '[::1]', 'localhost'].includes(at.hostname)
  return [
    ...(at === null ? ['its url is not an address'] : []),
    ...(local && !loopback ? ['a local buyer has an address such as http://127.0.0.1:4000/json'] : []),
    ...(!local && at?.protocol === 'http:' ? ['its url must begin with https://'] : []),
    ...(format === 'leadprosper' && (!campaign_id || !suppliers?.['default'])
      ? ['leadprosper needs campaign_id and suppliers with a "default"']
      : []),
    ...(format === 'leadspedia' && !campaign_id ? ['leadspedia needs campaign_id'] : []),
  ]
}
