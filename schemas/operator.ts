import { Type, type Static } from 'typebox'
import { closed, oneOf } from './shape.ts'

/** Who looks at the numbers. Times are UTC epoch ms. */

const MAY_NOTHING = {
  seesDesk: false,
  seesPersons: false,
  writesSites: false,
  managesBuyers: false,
  managesPeople: false,
}
type Permission = keyof typeof MAY_NOTHING

/** What each role may do, and in words: the API's guards, its description and the command line's help follow from it.
 *  `seesDesk`: each lead, delivery, buyer and return. `managesBuyers`: changes them. `seesPersons`: personal data, which is
 *  masked for all others. */
export const ROLES = {
  viewer: { sees: 'every figure at /stats and the visitors behind it, personal data masked', ...MAY_NOTHING },
  analyst: {
    sees: 'what a viewer does, and each lead, delivery, buyer and return, personal data masked',
    ...MAY_NOTHING,
    seesDesk: true,
  },
  author: {
    sees: 'what a viewer does, and writes and publishes sites at /studio',
    ...MAY_NOTHING,
    writesSites: true,
  },
  manager: {
    sees: 'what an analyst does with personal data, and manages leads, deliveries, buyers and returns',
    ...MAY_NOTHING,
    seesDesk: true,
    seesPersons: true,
    managesBuyers: true,
  },
  admin: {
    sees: 'everything, does all that the others do, and manages accounts',
    seesDesk: true,
    seesPersons: true,
    writesSites: true,
    managesBuyers: true,
    managesPeople: true,
  },
} as const satisfies Record<string, { sees: string } & Record<Permission, boolean>>

/** Callers of calls who need more than a login, each with what their role must have. */
export const CALLER_NEEDS = {
  analyst: 'seesDesk',
  author: 'writesSites',
  manager: 'managesBuyers',
  admin: 'managesPeople',
} as const satisfies Partial<Record<OperatorRole, Permission>>

export type OperatorRole = keyof typeof ROLES
const names = Object.keys(ROLES) as OperatorRole[]

/** The role of a new account, unless it is said. */
export const USUAL_ROLE: OperatorRole = 'viewer'

export const OperatorRole = oneOf(names, {
  description: names.map((name) => `${name}: ${ROLES[name].sees}.`).join(' '),
})

export const Operator = closed({ name: Type.String(), role: OperatorRole })
export type Operator = Static<typeof Operator>

/** Who is logged in. */
export const LoggedIn = closed({
  ...Operator.properties,
  needs_second_factor: Type.Optional(
    Type.Literal(true, {
      description:
        'This server requires a second factor: until it is on, all but the own account is refused.',
    }),
  ),
})
export type LoggedIn = Static<typeof LoggedIn>

/** An account as it is listed. */
export const Account = closed({
  name: Type.String(),
  role: OperatorRole,
  since: Type.Integer({ description: 'When the account was made, or given its present password.' }),
  revoked_at: Type.Union([Type.Integer(), Type.Null()]),
  second_factor_at: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Since when the login asks for a code besides; null when it does not.',
  }),
})
export type Account = Static<typeof Account>

/** What was done with accounts, with data that only some may see, and with sites at /studio. */
export const AuditEntry = closed({
  at: Type.Integer(),
  operator: Type.String({ description: 'Who did it; "console" for the command line.' }),
  act: oneOf([
    'login',
    'logout',
    'login_refused',
    'code_refused',
    'add',
    'reset',
    'revoke',
    'invite',
    'invite_reset',
    'withdraw_invitation',
    'accept_invitation',
    'change_role',
    'change_password',
    'end_login',
    'turn_on_code',
    'turn_off_code',
    'reset_code',
    'use_recovery_code',
    'see_visitors',
    'see_leads',
    'see_lead',
    'export_proof',
    'replay_delivery',
    'make_draft',
    'save_draft',
    'publish',
    'ask_publish',
    'approve_publish',
    'end_publish',
    'roll_back',
    'replay',
    'make_key',
    'revoke_key',
    'make_report_key',
    'revoke_report_key',
    'make_webhook',
    'end_webhook',
    'save_buyer',
    'remove_buyer',
    'test_buyer',
    'book_return',
    'book_returns',
    'check_statement',
  ]),
  about: Type.String({ description: 'What it was done to; empty when that is the operator.' }),
})
export type AuditEntry = Static<typeof AuditEntry>
