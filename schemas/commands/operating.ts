import { Type, type Static } from 'typebox'
import { Account, AuditEntry } from '../people/operator.ts'
import { Invitation, KeptLogin } from '../people/people.ts'
import { closed } from '../kernel/shape.ts'

/** Output of the commands for people who run a server. */

export const SeedAnswer = closed({ sessions: Type.Integer(), days: Type.Integer(), seed: Type.Integer() })
export type SeedAnswer = Static<typeof SeedAnswer>

export const BackupAnswer = closed({
  file: Type.String({ description: 'The copy, by its whole path.' }),
  bytes: Type.Integer(),
  encrypted: Type.Boolean(),
  dropped: Type.Array(Type.String(), {
    description: 'Older copies that --keep deleted, by their whole paths.',
  }),
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
    description: 'By table, as many on either side. With --live, as many as are there already.',
  }),
  reports: Type.Integer({ description: 'How many say the same on either side.' }),
})
export type MoveAnswer = Static<typeof MoveAnswer>

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
  invitations: Type.Array(Invitation, { description: 'Pending invitations for whom they were made.' }),
  link: Type.Union([Type.String(), Type.Null()], {
    description: 'With which a password is chosen, once. No other answer has it.',
  }),
  logins: Type.Array(KeptLogin, { description: 'With the word logins.' }),
  audit: Type.Array(AuditEntry, { description: 'With the word audit: the newest first.' }),
})
export type OperatorsAnswer = Static<typeof OperatorsAnswer>
