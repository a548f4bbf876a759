import { Type, type Static } from 'typebox'
import { Account, AuditChange, AuditEntry, OperatorRole } from './operator.ts'
import { closed, EpochMs, oneOf } from '../kernel/shape.ts'
import { Sites } from './sites.ts'

/** Operators among themselves: accounts, links, logins, the audit log. Times are UTC epoch ms. */

/** Name of an account. */
const Name = Type.String({ pattern: '^[\\w.@-]{1,60}$' })
const Email = Type.Union([Type.String({ pattern: '^[^\\s@<>]+@[^\\s@<>]+$', maxLength: 254 }), Type.Null()], {
  description: 'The email address to send the link to. Null to pass it on yourself.',
})

/** Length of a new password. */
export const PASSWORD_LENGTH = { least: 12, most: 200 }
const Password = Type.String({ maxLength: 1024 })

/** A link for choosing the password of an account. */
export const Invitation = closed({
  name: Type.String({ description: 'The name of the account.' }),
  role: Type.Union([OperatorRole, Type.Null()], {
    description: 'The role of the new account. Null if the link is for a new password.',
  }),
  sites: Sites,
  made_by: Type.Union([Type.String(), Type.Null()], { description: 'Null for the command line.' }),
  made_at: EpochMs,
  expires_at: EpochMs,
})
export type Invitation = Static<typeof Invitation>

export const People = closed({ accounts: Type.Array(Account), invitations: Type.Array(Invitation) })
export type People = Static<typeof People>

export const Invite = closed({ name: Name, role: OperatorRole, sites: Sites, email: Email })
export const ResetPassword = closed({ name: Type.String(), email: Email })
export const OneAccount = closed({ name: Type.String() })
export const ChangeRole = closed({ name: Type.String(), role: OperatorRole, sites: Sites })

export const MadeInvitation = closed({
  invitation: Invitation,
  link: Type.Union([Type.String(), Type.Null()], {
    description: 'The link to pass on. It’s shown only here. Null if it was emailed.',
  }),
  mail_failed: Type.Union([Type.String(), Type.Null()], { description: 'Why it couldn’t be emailed.' }),
})
export type MadeInvitation = Static<typeof MadeInvitation>

export const OpenInvitation = closed({ token: Type.String({ maxLength: 100 }) })
export const AcceptInvitation = closed({ ...OpenInvitation.properties, password: Password })
export const ChangePassword = closed({ present: Password, password: Password })

/** A login in progress. */
export const LoginSession = closed({
  id: Type.String({ description: 'The ID to end it with. It can’t be used to log in.' }),
  operator: Type.String(),
  since: EpochMs,
  seen_at: Type.Union([EpochMs, Type.Null()], {
    description: 'When it was last used, to the minute. Null if it hasn’t been used since login.',
  }),
  network: Type.String({ description: 'An IPv4 address, or the first half of an IPv6 address.' }),
  browser: Type.String({ description: 'For example, Firefox on Windows.' }),
  is_this: Type.Boolean({ description: 'Whether it’s the session you’re using.' }),
})
const { is_this: _, ...kept } = LoginSession.properties
export const KeptLogin = closed(kept)
export type KeptLogin = Static<typeof KeptLogin>
export type LoginSession = Static<typeof LoginSession>
export const LoginSessions = closed({ data: Type.Array(LoginSession) })
export const EndLogin = closed({ id: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

export const AuditAsked = closed({
  operator: Type.Optional(Type.String({ description: 'Who did it.' })),
  act: Type.Optional(AuditEntry.properties.act),
  from: Type.Optional(EpochMs),
  to: Type.Optional(EpochMs),
  before: Type.Optional(Type.Integer({ minimum: 1, description: 'next from the previous page.' })),
})
export type AuditAsked = Static<typeof AuditAsked>

export const AuditPage = closed({
  data: Type.Array(
    closed({
      entry: Type.Integer(),
      ...AuditEntry.properties,
      changes: Type.Array(AuditChange, { description: 'The changes, field by field.' }),
    }),
  ),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
})
export type AuditPage = Static<typeof AuditPage>

/** Result of removing a role or an account. At least one person must be able to manage people. */
export type Removal = Static<typeof Removal>
const Removal = oneOf(['done', 'unknown', 'last_admin'])
