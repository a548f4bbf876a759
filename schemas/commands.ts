import { Type, type Static, type TSchema } from 'typebox'
import { ReplayAnswer } from './studio/replay.ts'
import { StatementAnswer } from './desk/statement.ts'
import { closed, oneOf } from './kernel/shape.ts'
import {
  DiffAnswer,
  GraphAnswer,
  ImportAnswer,
  InitAnswer,
  PathsAnswer,
  SimulateAnswer,
  ValidateAnswer,
  WordsAnswer,
} from './commands/author.ts'
import {
  HostsAnswer,
  LawAnswer,
  KeysAnswer,
  PublishAnswer,
  RollbackAnswer,
  VersionsAnswer,
} from './commands/publishing.ts'
import { ConsentAnswer, ExplainAnswer, PrivacyAnswer, ProofAnswer } from './commands/visitors.ts'
import { BuyersAnswer, LedgerAnswer, ReturnsAnswer, WebhooksAnswer } from './commands/selling.ts'
import {
  BackupAnswer,
  MoveAnswer,
  OperatorsAnswer,
  RestoreAnswer,
  SeedAnswer,
  VehiclesAnswer,
} from './commands/operating.ts'

/** Output of `leadloom COMMAND --json`, by command. Members may be added, but never removed or changed in meaning. */

/** Reason why a command has no answer. `misuse`: the command line is invalid (exit code 2, all others 1). `failed`: a reason without its
 *  own code; the message explains it. */
export const FailureCode = oneOf([
  'misuse',
  'failed',
  'no_database',
  'unknown_path',
  'unknown_session',
  'unknown_person',
  'unknown_version',
  'other_path',
  'nothing_before',
  'several_before',
  'several_live',
  'too_entangled',
  'impassable',
  'call_refused',
  'unknown_buyer',
  'unknown_entry',
  'no_open_request',
  'unknown_operator',
  'known_operator',
  'last_admin',
  'unknown_invitation',
  'unknown_login',
  'unknown_second_factor',
  'known_key',
  'unknown_key',
  'webhook_refused',
  'server_refused',
  'shared_origin',
  'unlisted_script_host',
  'known_script_host',
  'script_host_used',
  'unknown_script_host',
  'unknown_law',
  'known_law_off',
  'unknown_law_off',
  'server_away',
])
export type FailureCode = Static<typeof FailureCode>

/** Output in place of a command's own answer when it fails. */
export const CommandFailure = closed({
  error: closed({
    code: FailureCode,
    message: Type.String({ description: 'What’s wrong, and how to fix it.' }),
  }),
})
export type CommandFailure = Static<typeof CommandFailure>

/** Answer of every command, by name; null for one that runs until it is stopped, and for `call`, whose answers are in CALLS. */
export const ANSWERS = {
  serve: null,
  init: InitAnswer,
  import: ImportAnswer,
  dev: null,
  validate: ValidateAnswer,
  lsp: null,
  words: WordsAnswer,
  simulate: SimulateAnswer,
  paths: PathsAnswer,
  graph: GraphAnswer,
  diff: DiffAnswer,
  replay: ReplayAnswer,
  publish: PublishAnswer,
  versions: VersionsAnswer,
  rollback: RollbackAnswer,
  explain: ExplainAnswer,
  consent: ConsentAnswer,
  proof: ProofAnswer,
  seed: SeedAnswer,
  call: null,
  buyers: BuyersAnswer,
  buyer: null,
  ledger: LedgerAnswer,
  returns: ReturnsAnswer,
  statement: StatementAnswer,
  privacy: PrivacyAnswer,
  backup: BackupAnswer,
  restore: RestoreAnswer,
  move: MoveAnswer,
  operators: OperatorsAnswer,
  keys: KeysAnswer,
  hosts: HostsAnswer,
  law: LawAnswer,
  webhooks: WebhooksAnswer,
  vehicles: VehiclesAnswer,
} as const satisfies Record<string, TSchema | null>

export type CommandName = keyof typeof ANSWERS
