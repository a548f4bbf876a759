import type { Proof, ProofEntry, ProofFault } from '../../../../schemas/desk/proof.ts'
import { PROOF_FAULTS as FAULTS } from './proofFaults.ts'
import { canonical } from './chain.ts'

/** Differences between a proof and one made from the database now, and the number of links that only the new one has. */
export function againstDatabase(
  { entries }: Pick<Proof, 'entries'>,
  now: Pick<Proof, 'entries'>,
): { faults: ProofFault[]; newer: number } {
  const left = new Set(now.entries)
  const take = (found: ProofEntry | undefined) => {
    if (found) left.delete(found)
    return found
  }
  const same = (one: ProofEntry) => take([...left].find((other) => factOf(other) === factOf(one)))
  const unequal = entries
    .map((entry, index) => ({ entry, link: index + 1 }))
    .filter(({ entry }) => !same(entry))
  const faults = unequal.map(({ entry, link }) => {
    // The details of a delivery can change, but its time can't.
    const other = take([...left].find(({ kind, at }) => kind === entry.kind && at === entry.at))
    const message = other ? FAULTS.otherwise(differences(entry.content, other.content)) : FAULTS.gone
    return { link, message }
  })
  return { faults, newer: left.size }
}

const factOf = ({ kind, at, content }: ProofEntry) => canonical({ kind, at, content })

/** Differences between two contents, member by member, with both values. */
function differences(here: unknown, there: unknown, at = ''): string[] {
  if (canonical(here ?? null) === canonical(there ?? null)) return []
  if (!isObject(here) || !isObject(there)) return [FAULTS.place(at, shown(here), shown(there))]
  const names = new Set([...Object.keys(here), ...Object.keys(there)])
  return [...names].flatMap((name) => differences(here[name], there[name], at ? `${at}.${name}` : name))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Length at which a value is cut in a sentence. */
const SHOWN = 80

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
