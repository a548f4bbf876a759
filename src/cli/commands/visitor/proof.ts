import { readFile } from 'node:fs/promises'
import type { ProofAnswer } from '../../../../schemas/commands/visitors.ts'
import type { Proof } from '../../../../schemas/desk/proof.ts'
import { againstDatabase } from '../../../server/desk/proof/againstDatabase.ts'
import { checkProof } from '../../../server/desk/proof/checkProof.ts'
import { proofOf } from '../../../server/desk/proof/proofOf.ts'
import { provedLead } from '../../../server/desk/proof/provedLead.ts'
import { PROOF_FAULTS } from '../../../texts/desk/proofFaults.ts'
import { command, type World } from '../../command.ts'
import { misuse } from '../../failure.ts'
import { withKeptStore } from '../../withStore.ts'
import { counted } from '../../words/report.ts'
import { visible } from '../../words/visible.ts'

export const proof = command('proof', {
  summary:
    'Checks the proof of a lead, as /desk gives it: whether it is as it was made, and where it is not.',
  usage: 'check FILE [--against-database]',
  about:
    'FILE is the JSON of a proof: a chain of links, each with the hash of the one before. A link that was changed, left out or put in is named by its number. Who changes a file may make all its hashes anew: hold the SHA-256 that is printed here against the one that you were told before, or the file against the database.\nExit code 1: it was changed, or the database says otherwise.',
  examples: [
    'leadloom proof check proof-3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21.json',
    'DATA_DIR=/var/lib/leadloom leadloom proof check proof.json --against-database --json',
  ],
  options: {
    'against-database': {
      type: 'boolean',
      about:
        'Whether the database of DATA_DIR still says the same. What came since is counted and is no fault.',
    },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database. Otherwise ./data.']],
  async run({ positionals: [verb, file, ...more], values }, world) {
    if (verb !== 'check' || file === undefined || more.length > 0)
      throw misuse('Say proof check FILE: one file.')
    const { proof: held, faults } = checkProof(await readFile(file))
    const database = held && values['against-database'] ? await compared(held, world) : null
    const data: ProofAnswer = {
      file,
      session_uuid: held?.session_uuid ?? null,
      links: held?.entries.length ?? 0,
      sha256: held?.sha256 ?? null,
      whole: faults.length === 0,
      faults,
      database,
    }
    return { exit: data.whole && database?.same !== false ? 0 : 1, data, words: words(visible(data)) }
  },
})

async function compared(held: Proof, world: World): Promise<NonNullable<ProofAnswer['database']>> {
  const now = await withKeptStore(world, async (store) => {
    const session = await store.session(held.session_uuid)
    const version = session && (await store.version(session.version))
    return version && proofOf(await provedLead({ store, buyers: NO_BUYERS }, version.flow, session), held)
  })
  if (!now) return { same: false, faults: [{ link: null, message: PROOF_FAULTS.noLead }], newer: 0 }
  const { faults, newer } = againstDatabase(held, now)
  return { same: faults.length === 0, faults, newer }
}

/** What a proof says does not go by where buyers are reached. */
const NO_BUYERS = new Map<string, never>()

function words({ file, session_uuid, links, sha256, whole, faults, database }: ProofAnswer): string[] {
  return [
    whole
      ? `${file} is as it was made: ${counted(links, 'link')} of the lead ${session_uuid}.`
      : `${file} is not as it was made.`,
    ...(sha256 === null ? [] : [`SHA-256 of the last link: ${sha256}`]),
    ...faults.map(faultLine),
    ...(database
      ? [
          database.same ? 'The database says the same.' : 'The database does not say the same.',
          ...database.faults.map(faultLine),
          ...(database.newer > 0 ? [`Since then it holds ${counted(database.newer, 'more link')}.`] : []),
        ]
      : []),
  ]
}

function faultLine({ link, message }: ProofAnswer['faults'][number]): string {
  return `  ${link === null ? '' : `link ${link}: `}${message}`
}
