import { Type, type Static, type TSchema } from 'typebox'
import { Delivery, Mail } from './buyer.ts'
import { KnownBuyer, TestExchange } from './desk/buyers.ts'
import { ProofFault } from './desk/proof.ts'
import { PixelEvent } from './outgoing/pixel.ts'
import { FlowChange, FlowEffects } from './author/diff.ts'
import { ConsentRecord, Revocation } from './consent.ts'
import { LanguageName } from './flow/languages.ts'
import { PrivacyRequest } from './privacy.ts'
import { ReportKey } from './people/reportKey.ts'
import { PublishKey } from './studio/publishKey.ts'
import { PublishRequest } from './studio/publishRequest.ts'
import { Webhook, WebhookMessage } from './outgoing/webhook.ts'
import { Account, AuditEntry } from './operator.ts'
import { Invitation, KeptLogin } from './people/people.ts'
import { Located, Place } from './problem.ts'
import { ReplayAnswer } from './studio/replay.ts'
import { StatementAnswer } from './statement.ts'
import { AnswerScript } from './author/script.ts'
import { TrackingId } from './session.ts'
import { closed, oneOf, Uuid } from './shape.ts'
import { Explanation, Simulation } from './author/trace.ts'
import { Share, VersionLine } from './version.ts'

/** What `leadloom COMMAND --json` prints, by command. Members may be added; none changes its meaning or goes. */

/** Why a command has no answer. `misuse`: the command line is not understood (exit code 2, all others 1).
 *  `failed`: for a reason without a name of its own; the message tells it. */
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
  'not_replayable',
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
  'unknown_webhook',
  'server_refused',
  'server_away',
])
export type FailureCode = Static<typeof FailureCode>

/** In place of a command's own answer, when there is none. */
export const CommandFailure = closed({
  error: closed({
    code: FailureCode,
    message: Type.String({ description: 'What is wrong and what would be right.' }),
  }),
})
export type CommandFailure = Static<typeof CommandFailure>

export const InitAnswer = closed({
  folder: Type.String(),
  files: Type.Array(Type.String(), { description: 'What was written there, by name.' }),
})
export type InitAnswer = Static<typeof InitAnswer>

export const ImportAnswer = closed({
  folder: Type.String(),
  files: Type.Array(Type.String(), { description: 'What was written there, by name.' }),
  format: oneOf(['typeform', 'json-schema', 'surveyjs']),
  questions: Type.Integer({ description: 'How many came along.' }),
  left: Type.Array(
    closed({
      at: Type.String({ description: 'Where it stands in the file; empty for what concerns all of it.' }),
      message: Type.String(),
      hint: Type.String({ description: 'What to do by hand.' }),
    }),
    { description: 'What did not come along, or came along otherwise.' },
  ),
  problems: Type.Array(Located, { description: 'What is wrong with the flow that was written.' }),
})
export type ImportAnswer = Static<typeof ImportAnswer>

export const WordsAnswer = closed({
  file: Type.String(),
  language: LanguageName,
  missing: Type.Record(Type.String(), Type.String(), {
    description: 'Each text that has no words in the language, as it stands in the flow, and nothing yet.',
  }),
  problems: Type.Array(Located, { description: 'Where the flow cannot be read.' }),
})

export const ValidateAnswer = closed({
  files: Type.Array(closed({ file: Type.String(), problems: Type.Array(Located) })),
  problems: Type.Integer({ description: 'How many there are in all files, warnings among them.' }),
  errors: Type.Integer({ description: 'How many of them stop a publish.' }),
  warnings: Type.Integer({ description: 'How many of them do not.' }),
})
export type ValidateAnswer = Static<typeof ValidateAnswer>

export const PublishAnswer = closed({
  path: Type.String(),
  version: Type.Union([Type.Integer(), Type.Null()], { description: 'Null when it was refused, or waits.' }),
  live: Type.Array(Share, { description: 'What is live on the path now.' }),
  problems: Type.Array(Located, { description: 'When it was published: its warnings.' }),
  request: Type.Optional(
    Type.Union([PublishRequest, Type.Null()], {
      description: 'With --server: the publish that waits there; null where none does.',
    }),
  ),
})
export type PublishAnswer = Static<typeof PublishAnswer>

export const DiffAnswer = closed({
  changes: Type.Array(FlowChange),
  effects: Type.Union([FlowEffects, Type.Null()], { description: 'Null where nothing changed.' }),
  problems: Type.Array(Located, { description: 'What keeps one of the two from being read.' }),
})
export type DiffAnswer = Static<typeof DiffAnswer>

export const VersionsAnswer = closed({ versions: Type.Array(VersionLine) })
export type VersionsAnswer = Static<typeof VersionsAnswer>

export const RollbackAnswer = closed({
  path: Type.String(),
  version: Type.Integer({ description: 'The one that is live now.' }),
  replaced: Type.Array(Share, { description: 'What was live until now.' }),
})
export type RollbackAnswer = Static<typeof RollbackAnswer>

export const SeedAnswer = closed({ sessions: Type.Integer(), days: Type.Integer(), seed: Type.Integer() })
export type SeedAnswer = Static<typeof SeedAnswer>

export const SimulateAnswer = closed({
  flow: closed({ file: Type.String(), problems: Type.Array(Located) }),
  scripts: Type.Array(
    closed({
      file: Type.String(),
      simulation: Type.Union([Simulation, Type.Null()], {
        description: 'Null when the script, or the flow, cannot be read.',
      }),
      problems: Type.Array(Located, { description: 'Of the script; "at" is a place in it.' }),
    }),
  ),
  problems: Type.Integer({ description: 'How many there are in all files.' }),
})
export type SimulateAnswer = Static<typeof SimulateAnswer>

export const ExplainAnswer = Explanation
export type ExplainAnswer = Explanation

const Person = closed({
  name: Type.Union([Type.String(), Type.Null()]),
  phone: Type.Union([Type.String(), Type.Null()], { description: 'E.164, such as +12125550123.' }),
  email: Type.Union([Type.String(), Type.Null()]),
})

export const SessionConsents = closed({
  session_uuid: Uuid,
  path: Type.String(),
  referrer: Type.String(),
  certificates: Type.Partial(Type.Record(TrackingId, Type.String()), {
    description: 'The ids of tracking scripts that are known by now.',
  }),
  given: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
    description: 'What the visitor answered, by field: name and phone number among it.',
  }),
  person: { ...Person, description: 'Who it is, by what is answered now; null where it is not.' },
  consents: Type.Array(
    closed({
      ...ConsentRecord.properties,
      person: {
        ...Person,
        description:
          'Who it was by what was answered until then: a number that came later was not consented to.',
      },
    }),
    { description: 'In the order in which they were given.' },
  ),
  revocations: Type.Array(Revocation, { description: 'What was taken back of it since.' }),
})
export type SessionConsents = Static<typeof SessionConsents>

export const ConsentAnswer = closed({
  sessions: Type.Array(SessionConsents, {
    description:
      'The one that was named, or each in which the person gave that phone number or email address.',
  }),
})
export type ConsentAnswer = Static<typeof ConsentAnswer>

export const ProofAnswer = closed({
  file: Type.String(),
  session_uuid: Type.Union([Uuid, Type.Null()], {
    description: 'As the file says; null where it cannot be read.',
  }),
  links: Type.Integer({ description: 'How many it has.' }),
  sha256: Type.Union([Type.String(), Type.Null()], { description: 'Of the last link, as the file says.' }),
  whole: Type.Boolean({ description: 'Whether it is as it was made.' }),
  faults: Type.Array(ProofFault, { description: 'What was changed; empty when it is whole.' }),
  database: Type.Union(
    [
      closed({
        same: Type.Boolean({ description: 'Whether the database still says all that the file says.' }),
        faults: Type.Array(ProofFault, { description: 'What it says otherwise, or holds no more.' }),
        newer: Type.Integer({ description: 'How many links a proof would have besides, made now.' }),
      }),
      Type.Null(),
    ],
    { description: 'With --against-database, of a file that can be read; else null.' },
  ),
})
export type ProofAnswer = Static<typeof ProofAnswer>

const GraphedStep = closed({
  kind: Type.Literal('step'),
  id: Type.String({ description: 'offer/step' }),
  title: Type.String(),
  hidden: Type.Boolean(),
  asks: Type.Array(Type.String(), { description: 'The fields that it asks for.' }),
  actions: Type.Array(
    closed({ name: Type.String(), when: Type.String({ description: 'Its rules in plain words.' }) }),
  ),
  shows: Type.Array(
    closed({
      text: Type.String({ description: 'What an end shows by rules.' }),
      when: Type.String({ description: 'Its rules in plain words; empty where none must hold.' }),
    }),
  ),
})

export const GraphAnswer = closed({
  file: Type.String(),
  out: Type.Union([Type.String(), Type.Null()], { description: 'The file that was written.' }),
  nodes: Type.Array(
    closed({
      id: Type.String({ description: 'Of a step: offer/step.' }),
      kind: oneOf(['start', 'step', 'fork', 'end'], {
        description: 'A fork stands before steps with a rule.',
      }),
      offer: Type.Union([Type.String(), Type.Null()]),
      step: Type.Union([GraphedStep, Type.Null()]),
    }),
  ),
  edges: Type.Array(
    closed({
      from: Type.String(),
      to: Type.String(),
      label: Type.String({ description: 'The rule in plain words, "otherwise", or empty for the only way.' }),
    }),
  ),
  problems: Type.Array(Located, { description: 'Of a flow that cannot be drawn.' }),
})
export type GraphAnswer = Static<typeof GraphAnswer>

const RuleWay = closed({
  at: { ...Place, description: 'The path of the rule in the flow.' },
  step: Type.String({ description: 'The step that has it: offer/step.' }),
  rule: Type.String({ description: 'In plain words.' }),
  way: oneOf(['holds', 'fails']),
})

/** A change of one comparison of a rule, as a mistake would make it. */
const ConditionChange = closed({
  at: { ...Place, description: 'The path of the comparison in the flow.' },
  step: Type.String({ description: 'The step that has it: offer/step.' }),
  condition: Type.String({ description: 'In plain words.' }),
  instead: oneOf(['always', 'never', 'eq', 'neq', 'lt', 'lte', 'gt', 'gte'], {
    description:
      'What stands in its place. always: it holds for everybody. never: for no one. Else the comparison that differs from it for one value.',
  }),
})

export const PathsAnswer = closed({
  flow: closed({ file: Type.String(), problems: Type.Array(Located) }),
  least: Type.Integer({ description: 'How many scripts are proved to be needed; fewer cannot do it.' }),
  scripts: Type.Array(
    closed({
      file: Type.Union([Type.String(), Type.Null()], { description: 'Where it was written.' }),
      script: AnswerScript,
      shows: Type.Array(RuleWay, { description: 'The ways of rules that no script before it shows.' }),
      notices: Type.Array(ConditionChange, {
        description: 'The changes after which this script fails, and none before it.',
      }),
    }),
  ),
  unnoticed: closed(
    {
      equal: Type.Array(ConditionChange, { description: 'Those that make no difference to any visitor.' }),
      undecided: Type.Array(ConditionChange, { description: 'Those of which that is not known.' }),
      missed: Type.Array(ConditionChange, { description: 'Those that matter, and no script was found for.' }),
    },
    { description: 'The changes after which every script passes as before.' },
  ),
  impossible: Type.Array(RuleWay, { description: 'Ways that no visitor can make a rule come out.' }),
  missed: Type.Array(RuleWay, { description: 'Ways that are possible, but that no script shows.' }),
})
export type PathsAnswer = Static<typeof PathsAnswer>
export const DeliveriesAnswer = closed({
  deliveries: Type.Array(Delivery),
  mails: Type.Optional(Type.Array(Mail, { description: 'With --mail.' })),
  pixelEvents: Type.Optional(Type.Array(PixelEvent, { description: 'With --pixels.' })),
})
export type DeliveriesAnswer = Static<typeof DeliveriesAnswer>

export const BackupAnswer = closed({
  file: Type.String({ description: 'The copy, by its whole path.' }),
  bytes: Type.Integer(),
})
export type BackupAnswer = Static<typeof BackupAnswer>

export const RestoreAnswer = closed({
  database: Type.String({ description: 'The file that was restored, by its whole path.' }),
  bytes: Type.Integer(),
  aside: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the database that was there is now, by its whole path; null when there was none.',
  }),
})
export type RestoreAnswer = Static<typeof RestoreAnswer>

export const MoveAnswer = closed({
  rows: Type.Record(Type.String(), Type.Integer(), {
    description: 'By table, as many on either side.',
  }),
  reports: Type.Integer({ description: 'How many say the same on either side.' }),
})
export type MoveAnswer = Static<typeof MoveAnswer>

export const PrivacyAnswer = closed({
  requests: Type.Array(PrivacyRequest),
  forgotten: Type.Array(Type.String(), { description: 'Sessions, by uuid, that were forgotten just now.' }),
  copies: Type.Array(Type.String(), {
    description: 'Copies beside the database in which whoever was forgotten just now is still: delete them.',
  }),
})
export type PrivacyAnswer = Static<typeof PrivacyAnswer>

const money = {
  sales: Type.Integer(),
  gross_cents: Type.Integer({ description: 'What the sales brought.' }),
  returns: Type.Integer(),
  returned_cents: Type.Integer({ description: 'What the returns took back.' }),
  net_cents: Type.Integer({ description: 'The one less the other: the revenue of the reports.' }),
}

/** The ledger's entries of one source and offer in a range. */
export const LedgerLine = closed({
  path: Type.String(),
  source: Type.String({ description: 'The buyer or partner, by its key.' }),
  offer: Type.String(),
  ...money,
})
export type LedgerLine = Static<typeof LedgerLine>

export const LedgerAnswer = closed({ lines: Type.Array(LedgerLine), total: closed(money) })
export type LedgerAnswer = Static<typeof LedgerAnswer>

/** A report of a buyer or partner that is not in the ledger. */
export const Unbooked = closed({
  entry: Type.Integer(),
  state: oneOf(['waiting', 'conflict'], {
    description:
      'waiting: a return whose sale there is not yet; it is booked with it. conflict: its id is known with another amount, offer or session.',
  }),
  source: Type.String({ description: 'The buyer or partner, by its key.' }),
  external_id: Type.Union([Type.String(), Type.Null()], { description: 'By its own id.' }),
  key: Type.Union([Type.String(), Type.Null()], {
    description: 'By the key that the lead was posted under.',
  }),
  returned: Type.Boolean({ description: 'Whether it is a return, or a sale.' }),
  session_uuid: Type.Union([Uuid, Type.Null()]),
  offer: Type.Union([Type.String(), Type.Null()]),
  cents: Type.Union([Type.Integer(), Type.Null()]),
  reason: Type.String({ description: 'Why it is not in the ledger.' }),
  at: Type.Integer({ description: 'When it was reported.' }),
})
export type Unbooked = Static<typeof Unbooked>

/** What a line of a buyer's file came to, or would. */
export const ReturnOutcome = oneOf(
  ['returned', 'known', 'waits', 'conflict', 'unknown', 'full', 'unreadable'],
  {
    description:
      'returned: taken back. known: taken back before. waits: there is no sale of it yet. conflict: it contradicts the ledger and is kept for you. unknown: no lead was posted under this key. full: too many wait. unreadable: the line is mistaken.',
  },
)

export const ReturnsAnswer = closed({
  file: Type.Union([Type.String(), Type.Null()]),
  applied: Type.Boolean({ description: 'False when it was only tried.' }),
  lines: Type.Array(
    closed({
      line: Type.Integer({ minimum: 1 }),
      id: Type.Union([Type.String(), Type.Null()]),
      key: Type.Union([Type.String(), Type.Null()]),
      outcome: ReturnOutcome,
      reason: Type.Union([Type.String(), Type.Null()]),
      sale: Type.Union([
        closed({
          external_id: Type.String(),
          session_uuid: Uuid,
          offer: Type.String(),
          cents: Type.Integer(),
          at: Type.Integer(),
        }),
        Type.Null(),
      ]),
    }),
  ),
  returned_cents: Type.Integer({ description: 'What the lines that are returned take back.' }),
  unbooked: Type.Array(Unbooked, {
    description: 'Without a file: what is not in the ledger, the newest first.',
  }),
})
export type ReturnsAnswer = Static<typeof ReturnsAnswer>

export const VehiclesAnswer = closed({
  file: Type.String(),
  rows: Type.Integer({ description: 'How many vehicles the file lists.' }),
  years: Type.Array(Type.Integer(), { description: 'Their model years.' }),
  added: Type.Integer({ description: 'How many of them are not built in.' }),
  problems: Type.Array(closed({ line: Type.Integer({ minimum: 1 }), message: Type.String() }), {
    description: 'With any, nothing was imported.',
  }),
})
export type VehiclesAnswer = Static<typeof VehiclesAnswer>

export const OperatorsAnswer = closed({
  operators: Type.Array(Account),
  password: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the account just made or reset; it is told here and nowhere else.',
  }),
  invitations: Type.Array(Invitation, { description: 'Links that wait for whom they were made.' }),
  link: Type.Union([Type.String(), Type.Null()], {
    description: 'With which a password is chosen, once. No other answer has it.',
  }),
  logins: Type.Array(KeptLogin, { description: 'With the word logins.' }),
  audit: Type.Array(AuditEntry, { description: 'With the word audit: the newest first.' }),
})
export type OperatorsAnswer = Static<typeof OperatorsAnswer>

export const BuyersAnswer = closed({
  buyers: Type.Array(KnownBuyer, { description: 'Those that are asked for, without their secrets.' }),
  exchanges: Type.Optional(
    Type.Array(TestExchange, { description: 'Of a test: what was sent, and what came back.' }),
  ),
})
export type BuyersAnswer = Static<typeof BuyersAnswer>

export const KeysAnswer = closed({
  keys: Type.Array(PublishKey),
  report_keys: Type.Array(ReportKey),
  key: Type.Union([Type.String(), Type.Null()], {
    description: 'The key just made. No other answer has it.',
  }),
})
export type KeysAnswer = Static<typeof KeysAnswer>

export const WebhooksAnswer = closed({
  webhooks: Type.Array(Webhook),
  key: Type.Union([Type.String(), Type.Null()], {
    description: 'What signs the messages of the webhook just made. No other answer has it.',
  }),
  answer: Type.Union([closed({ taken: Type.Boolean(), sentence: Type.String() }), Type.Null()], {
    description: 'With test: whether the receiver took the message, and what it answered.',
  }),
  messages: Type.Array(WebhookMessage, { description: 'With log: the newest first.' }),
})
export type WebhooksAnswer = Static<typeof WebhooksAnswer>

/** Every command, by its name, with what it answers; null for one that runs until it is stopped. */
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
  deliveries: DeliveriesAnswer,
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
  webhooks: WebhooksAnswer,
  vehicles: VehiclesAnswer,
} as const satisfies Record<string, TSchema | null>

export type CommandName = keyof typeof ANSWERS
