import { auctions } from './auctions.ts'
import { failover } from './failover.ts'
import { frozen } from './frozen.ts'
import { fuzz } from './fuzz.ts'
import { haste } from './haste.ts'
import { kills } from './kills.ts'
import { leads } from './leads.ts'
import { leases } from './leases.ts'
import { network } from './network.ts'
import { oracle } from './oracle.ts'
import { rolling } from './rolling.ts'
import { sameStep } from './sameStep.ts'
import { servers } from './servers.ts'
import { slow } from './slow.ts'
import { steady } from './steady.ts'

/** Runs one soak, or each of them with its usual arguments: `npm run soak [name] [arguments]`. Every soak prints its counts; the exit code
 *  is 1 if one of them fails. */

/** Resolves to true if all is well. */
type Soak = (args: string[]) => Promise<boolean>

const SOAKS: Record<string, Soak> = {
  network,
  haste,
  kills,
  leads,
  auctions,
  slow,
  steady,
  fuzz,
  servers,
  failover,
  frozen,
  sameStep,
  leases,
  oracle,
  rolling,
}

const [name, ...args] = process.argv.slice(2)
if (name !== undefined && !Object.hasOwn(SOAKS, name))
  throw new Error(`There is no soak "${name}": it is one of ${Object.keys(SOAKS).join(', ')}.`)

for (const [each, soak] of Object.entries(SOAKS)) {
  if (name !== undefined && name !== each) continue
  console.log(`— ${each}`)
  const isWell = await soak(args)
  console.log(isWell ? 'All is well.\n' : 'NOT WELL.\n')
  if (!isWell) process.exitCode = 1
}
