import { Type, type Static } from 'typebox'
import { ROLES, type RoleName } from './roles.ts'
import { Sites } from './sites.ts'
import { closed, oneOf } from '../kernel/shape.ts'

/** Operators, who look at the numbers. Times are UTC epoch ms. */

export type OperatorRole = RoleName
const names = Object.keys(ROLES) as OperatorRole[]

export const OperatorRole = oneOf(names, {
  description: names.map((name) => `${name}: ${ROLES[name].sees}.`).join(' '),
})

export const Operator = closed({ name: Type.String(), role: OperatorRole, sites: Sites })
export type Operator = Static<typeof Operator>

/** The person who is logged in. */
export const LoggedIn = closed({
  ...Operator.properties,
  needs_second_factor: Type.Optional(
    Type.Literal(true, {
      description:
        'True if this server requires two-factor authentication that isn’t on yet. Until it is, only calls about your own account are allowed.',
    }),
  ),
  second_factor_due: Type.Optional(
    Type.Integer({
      description: 'When this server starts to require two-factor authentication, if it isn’t on yet.',
    }),
  ),
})
export type LoggedIn = Static<typeof LoggedIn>

/** An account in a list. */
export const Account = closed({
  name: Type.String(),
  role: OperatorRole,
  sites: Sites,
  since: Type.Integer({ description: 'When the account was created or got its current password.' }),
  revoked_at: Type.Union([Type.Integer(), Type.Null()]),
  second_factor_at: Type.Union([Type.Integer(), Type.Null()], {
    description: 'When two-factor authentication was turned on. Null if it’s off.',
  }),
})
export type Account = Static<typeof Account>

/** Audit log: actions on accounts, on restricted data, and on sites at /studio. */
export const AuditEntry = closed({
  at: Type.Integer(),
  operator: Type.String({ description: 'Who did it. "console" for the command line.' }),
  act: oneOf([
    'login',
    'logout',
    'confirm',
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
    'add_passkey',
    'remove_passkey',
    'passkey_refused',
    'join_by_provider',
    'provider_refused',
    'see_visitors',
    'see_leads',
    'see_lead',
    'export_proof',
    'export_persons',
    'export_list',
    'make_proof_key',
    'replay_delivery',
    'replay_deliveries',
    'make_draft',
    'save_draft',
    'remove_draft',
    'restore_draft',
    'comment',
    'resolve_comment',
    'reopen_comment',
    'publish',
    'ask_publish',
    'approve_publish',
    'end_publish',
    'roll_back',
    'start_experiment',
    'stop_experiment',
    'resume_experiment',
    'promote_version',
    'undo_promotion',
    'add_note',
    'edit_note',
    'remove_note',
    'take_down',
    'replay',
    'make_key',
    'revoke_key',
    'make_report_key',
    'revoke_report_key',
    'make_webhook',
    'end_webhook',
    'test_webhook',
    'make_payout_rule',
    'end_payout_rule',
    'make_statement',
    'approve_statement',
    'pay_statement',
    'discard_statement',
    'make_postback',
    'end_postback',
    'test_postback',
    'turn_off_law',
    'turn_on_law',
    'add_script_host',
    'remove_script_host',
    'save_buyer',
    'remove_buyer',
    'test_buyer',
    'book_return',
    'correct_amount',
    'reverse_entry',
    'book_returns',
    'settle_book',
    'settle_dismiss',
    'settle_ask',
    'settle_undo',
    'settle_statement',
    'check_statement',
    'import_costs',
    'undo_costs',
    'save_cost_rates',
    'replay_outgoing',
    'see_requests',
    'add_request',
    'answer_request',
    'forget_person',
    'see_opt_outs',
    'add_opt_out',
    'add_opt_outs',
    'confirm_opt_outs',
    'send_opt_out',
  ]),
  about: Type.String({ description: 'The target of the action. Empty if it’s the operator.' }),
})
export type AuditEntry = Static<typeof AuditEntry>

const Value = Type.Union([Type.String(), Type.Null()])

/** A field that an action changed, without personal data of visitors. */
export const AuditChange = closed({
  field: Type.String(),
  before: Value,
  after: Value,
  secret: Type.Boolean({ description: 'True for a secret. Neither value is kept.' }),
})
export type AuditChange = Static<typeof AuditChange>
