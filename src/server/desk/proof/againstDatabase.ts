import type { Proof, ProofEntry, ProofFault } from '../../../../schemas/desk/proof.ts'
import { PROOF_FAULTS as FAULTS } from '../../../texts/desk/proofFaults.ts'
import { canonical } from './chain.ts'

/** In what a proof differs from one that the database gives now, and how many links that one has besides. */
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
    // What is said of one delivery changes, its place in time does not.
    const other = take([...left].find(({ kind, at }) => kind === entry.kind && at === entry.at))
    const message = other ? FAULTS.otherwise(differences(entry.content, other.content)) : FAULTS.gone
    return { link, message }
  })
  return { faults, newer: left.size }
}

const factOf = ({ kind, at, content }: ProofEntry) => canonical({ kind, at, content })

/** Where two contents differ, member by member, with what each says. */
function differences(here: unknown, there: unknown, at = ''): string[] {
  if (canonical(here ?? null) === canonical(there ?? null)) return []
  if (!isObject(here) || !isObject(there)) return [FAULTS.place(at, shown(here), shown(there))]
  const names = new Set([...Object.keys(here), ...Object.keys(there)])
  return [...names].flatMap((name) => differences(here[name], there[name], at ? `${at}.${name}` : name))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** As much of a value as a sentence takes. */
const SHOWN = 80

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
