import { Type, type Static } from 'typebox'
import { Account, AuditEntry } from '../people/operator.ts'
import { Invitation, KeptLogin } from '../people/people.ts'
import { closed } from '../kernel/shape.ts'

/** Output of the commands for people who run a server. */

export const SeedAnswer = closed({ sessions: Type.Integer(), days: Type.Integer(), seed: Type.Integer() })
export type SeedAnswer = Static<typeof SeedAnswer>

export const BackupAnswer = closed({
  file: Type.String({ description: 'The full path of the copy.' }),
  bytes: Type.Integer(),
  encrypted: Type.Boolean(),
  dropped: Type.Array(Type.String(), {
    description: 'The full paths of older copies that --keep deleted.',
  }),
})
export type BackupAnswer = Static<typeof BackupAnswer>

export const RestoreAnswer = closed({
  database: Type.String({ description: 'The full path of the restored file.' }),
  bytes: Type.Integer(),
  aside: Type.Union([Type.String(), Type.Null()], {
    description: 'The full path that the existing database was moved to, or null if there was none.',
  }),
})
export type RestoreAnswer = Static<typeof RestoreAnswer>

export const MoveAnswer = closed({
  rows: Type.Record(Type.String(), Type.Integer(), {
    description:
      'The number of rows by table, the same on both sides. With --live, the number copied so far.',
  }),
  reports: Type.Integer({ description: 'The number of reports that match on both sides.' }),
})
export type MoveAnswer = Static<typeof MoveAnswer>

export const VehiclesAnswer = closed({
  file: Type.String(),
  rows: Type.Integer({ description: 'The number of vehicles in the file.' }),
  years: Type.Array(Type.Integer(), { description: 'Their model years.' }),
  added: Type.Integer({ description: 'The number of vehicles that aren’t built in.' }),
  problems: Type.Array(closed({ line: Type.Integer({ minimum: 1 }), message: Type.String() }), {
    description: 'If there are any, nothing was imported.',
  }),
})
export type VehiclesAnswer = Static<typeof VehiclesAnswer>

export const OperatorsAnswer = closed({
  operators: Type.Array(Account),
  password: Type.Union([Type.String(), Type.Null()], {
    description: 'The password of the account that was just created or reset. It’s shown only here.',
  }),
  invitations: Type.Array(Invitation, { description: 'Pending invitations, by the name of the account.' }),
  link: Type.Union([Type.String(), Type.Null()], {
    description: 'The link to choose a password, once. It’s shown only here.',
  }),
  logins: Type.Array(KeptLogin, { description: 'Returned by the command logins.' }),
  audit: Type.Array(AuditEntry, { description: 'Returned by the command audit, newest first.' }),
})
export type OperatorsAnswer = Static<typeof OperatorsAnswer>
