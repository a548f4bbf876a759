import { readFile } from 'node:fs/promises'
import { Value } from 'typebox/value'
import type { ProofChecked } from '../../../../schemas/commands/visitors.ts'
import { ProofKeys, type Proof, type ProofKey, type UnsignedProof } from '../../../../schemas/desk/proof.ts'
import { readSource } from '../../../author/document/place.ts'
import { againstDatabase } from '../../../server/desk/proof/againstDatabase.ts'
import { checkProof } from '../../../server/desk/proof/checkProof.ts'
import { newProofKey, proofKeys } from '../../../server/desk/proof/proofKeys.ts'
import { entriesOf } from '../../../server/desk/proof/proofOf.ts'
import { leadEvidence } from '../../../server/desk/leadEvidence.ts'
import { PROOF_FAULTS } from '../../../server/desk/proof/proofFaults.ts'
import { command, type CommandContext } from '../../kernel/command.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { settingsOf, withKeptStore } from '../../kernel/withStore.ts'
import { counted } from '../../words/report.ts'
import { visible } from '../../words/visible.ts'

export const proof = command('proof', {
  summary: 'Check whether the proof of a lead is signed and unchanged',
  usage: 'check FILE [--keys FILE] [--against-database] | keys | new-key',
  about:
    "FILE is a proof's JSON file from /desk: a chain of links, each with the hash of the one before, signed by the server. Public keys come from the database, or from --keys, a copy of the server's /.well-known/leadloom-proof-keys.json.\nkeys prints the public keys. new-key creates a new signing key. Earlier proofs stay valid.\nThe exit code is 1 if the proof was changed, isn't signed, has an unknown key, or differs from the database.",
  examples: [
    'leadloom proof check proof-3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21.json',
    'DATA_DIR=/var/lib/leadloom leadloom proof check proof.json --against-database --json',
  ],
  options: {
    keys: {
      type: 'string',
      value: 'FILE',
      about: 'A file of public keys. Default: the keys in the database.',
    },
    'against-database': {
      type: 'boolean',
      about: 'Also compare it with the database in DATA_DIR. Newer links are counted and are fine.',
    },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database. Default: ./data.']],
  async run({ positionals: [verb, file, ...more], values }, ctx) {
    if ((verb === 'keys' || verb === 'new-key') && file === undefined) return keysOf(verb, ctx)
    if (verb !== 'check' || file === undefined || more.length > 0)
      throw misuse('Use proof check FILE, proof keys, or proof new-key.')
    const { proof: held, faults } = checkProof(await readFile(file), await knownKeys(values.keys, ctx))
    const database = held && values['against-database'] ? await compared(held, ctx) : null
    const data: ProofChecked = {
      file,
      session_uuid: held?.session_uuid ?? null,
      links: held?.entries.length ?? 0,
      sha256: held?.sha256 ?? null,
      key_id: held && 'key_id' in held ? held.key_id : null,
      whole: faults.length === 0,
      faults,
      database,
    }
    return { exit: data.whole && database?.same !== false ? 0 : 1, data, words: words(visible(data)) }
  },
})

/** Prints the public keys, after making a new one if asked. */
async function keysOf(verb: 'keys' | 'new-key', ctx: CommandContext) {
  const data = await withKeptStore(ctx, async (store, { settings }) => {
    if (verb === 'new-key') await newProofKey({ store, settings, now: ctx.now }, 'console')
    return proofKeys(store)
  })
  const words = data.keys.map(({ kid }) => kid)
  return {
    exit: 0 as const,
    data,
    words: words.length > 0 ? words : ['No key yet. The first proof creates it.'],
  }
}

async function knownKeys(file: string | undefined, ctx: CommandContext): Promise<readonly ProofKey[]> {
  if (file !== undefined) {
    const { document } = readSource(await readFile(file))
    if (!Value.Check(ProofKeys, document))
      throw refusal('failed', `${file} doesn't contain public keys for proofs.`)
    return document.keys
  }
  const { hasDatabase } = await import('../../../server/main.ts')
  if (!hasDatabase(await settingsOf(ctx))) return []
  return (await withKeptStore(ctx, (store) => proofKeys(store))).keys
}

async function compared(
  held: Proof | UnsignedProof,
  ctx: CommandContext,
): Promise<NonNullable<ProofChecked['database']>> {
  const now = await withKeptStore(ctx, async (store) => {
    const session = await store.session(held.session_uuid)
    const version = session && (await store.version(session.version))
    if (!version) return null
    return {
      entries: entriesOf(
        await leadEvidence({ store, buyers: NO_BUYERS, now: Date.now }, version.flow, session),
      ),
    }
  })
  if (!now) return { same: false, faults: [{ link: null, message: PROOF_FAULTS.noLead }], newer: 0 }
  const { faults, newer } = againstDatabase(held, now)
  return { same: faults.length === 0, faults, newer }
}

/** A proof doesn't depend on buyers' addresses. */
const NO_BUYERS = new Map<string, never>()

function words({ file, session_uuid, links, sha256, whole, faults, database }: ProofChecked): string[] {
  return [
    whole
      ? `${file} is signed and unchanged: ${counted(links, 'link')} for lead ${session_uuid}.`
      : `${file} can't be verified.`,
    ...(sha256 === null ? [] : [`SHA-256 of the last link: ${sha256}`]),
    ...faults.map(faultLine),
    ...(database
      ? [
          database.same ? 'It matches the database.' : "It doesn't match the database.",
          ...database.faults.map(faultLine),
          ...(database.newer > 0 ? [`The database has ${counted(database.newer, 'newer link')}.`] : []),
        ]
      : []),
  ]
}

function faultLine({ link, message }: ProofChecked['faults'][number]): string {
  return `  ${link === null ? '' : `link ${link}: `}${message}`
}
