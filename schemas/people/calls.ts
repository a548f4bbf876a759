import type { Call } from '../kernel/call.ts'
import { Operator } from './operator.ts'
import { MadeReportKey, NewReportKey, ReportKeys, RevokeReportKey } from './reportKey.ts'
import {
  BeginSecondFactor,
  BegunSecondFactor,
  ConfirmedSecondFactor,
  ConfirmSecondFactor,
  EndSecondFactor,
  SecondFactorState,
} from './secondFactor.ts'
import {
  AcceptInvitation,
  AuditAsked,
  AuditPage,
  ChangePassword,
  ChangeRole,
  EndLogin,
  Invitation,
  Invite,
  LoginSessions,
  MadeInvitation,
  OneAccount,
  OpenInvitation,
  People,
  ResetPassword,
} from './people.ts'

/** Calls of admins about people, of everyone about their own account, and of people with an invitation. */
export const PEOPLE_CALLS = {
  'GET /api/reports/people': {
    caller: 'admin',
    summary: 'Every account, and the links that wait for whom they were made.',
    status: 200,
    answer: People,
  },
  'POST /api/reports/people/invite': {
    caller: 'admin',
    confirm: true,
    summary:
      'Makes a link with which somebody makes the account of this name. 409 when there is one. An earlier link for it ends.',
    body: Invite,
    status: 201,
    answer: MadeInvitation,
  },
  'POST /api/reports/people/reset': {
    caller: 'admin',
    confirm: true,
    summary:
      'Makes a link with which the operator of an account chooses another password. The present one holds until then.',
    body: ResetPassword,
    status: 201,
    answer: MadeInvitation,
  },
  'POST /api/reports/people/withdraw': {
    caller: 'admin',
    summary: 'Ends the link for the account of this name.',
    body: OneAccount,
    status: 204,
  },
  'POST /api/reports/people/role': {
    caller: 'admin',
    confirm: true,
    summary: 'Gives an account another role; its logins end. 409 for the last admin.',
    body: ChangeRole,
    status: 204,
  },
  'POST /api/reports/people/revoke': {
    caller: 'admin',
    summary: 'Ends an account, its logins, and the links that it made. 409 for the last admin.',
    body: OneAccount,
    status: 204,
  },
  'GET /api/reports/people/logins': {
    caller: 'admin',
    summary: 'Who is logged in, since when and from where.',
    status: 200,
    answer: LoginSessions,
  },
  'POST /api/reports/people/logins/end': {
    caller: 'admin',
    summary: 'Ends a login of anybody.',
    body: EndLogin,
    status: 204,
  },
  'GET /api/reports/people/audit': {
    caller: 'admin',
    summary: 'A page of the audit log, the newest first.',
    query: AuditAsked,
    status: 200,
    answer: AuditPage,
  },
  'GET /api/reports/account/logins': {
    caller: 'operator',
    sites: 'own',
    summary: 'Where who asks is logged in.',
    status: 200,
    answer: LoginSessions,
  },
  'POST /api/reports/account/logins/end': {
    caller: 'operator',
    sites: 'own',
    summary: 'Ends a login of who asks.',
    body: EndLogin,
    status: 204,
  },
  'POST /api/reports/account/password': {
    caller: 'operator',
    sites: 'own',
    summary: 'Changes the password of who asks; their other logins end. 422 when the present one is wrong.',
    body: ChangePassword,
    status: 204,
  },
  'GET /api/reports/account/second-factor': {
    caller: 'operator',
    sites: 'own',
    summary: 'Whether the login of who asks takes a code besides the password.',
    status: 200,
    answer: SecondFactorState,
  },
  'POST /api/reports/account/second-factor/begin': {
    caller: 'operator',
    sites: 'own',
    summary:
      'Makes the secret of an app that shows codes; nothing asks for them before one is confirmed. 409 when it is on already.',
    body: BeginSecondFactor,
    status: 200,
    answer: BegunSecondFactor,
  },
  'POST /api/reports/account/second-factor/confirm': {
    caller: 'operator',
    sites: 'own',
    summary:
      'Turns it on with a first code; the other logins end. 422 when the code is wrong, 409 when nothing was begun.',
    body: ConfirmSecondFactor,
    status: 200,
    answer: ConfirmedSecondFactor,
  },
  'POST /api/reports/account/second-factor/off': {
    caller: 'operator',
    sites: 'own',
    summary:
      'Turns it off. 422 when password or code is wrong, 409 when it is off or this server requires it of everybody.',
    body: EndSecondFactor,
    status: 204,
  },
  'POST /api/reports/people/second-factor/reset': {
    caller: 'admin',
    confirm: true,
    summary:
      'Turns it off for an account whose app and recovery codes lost; its logins end. 404 when it is not on.',
    body: OneAccount,
    status: 204,
  },
  'GET /api/reports/people/report-keys': {
    caller: 'admin',
    summary: 'The keys with which programs read reports, those that were revoked too.',
    status: 200,
    answer: ReportKeys,
  },
  'POST /api/reports/people/report-keys': {
    caller: 'admin',
    confirm: true,
    summary:
      'Makes a key, to be sent as Authorization: Bearer with the calls that read reports. 409 where its name was used.',
    body: NewReportKey,
    status: 201,
    answer: MadeReportKey,
  },
  'POST /api/reports/people/report-keys/revoke': {
    caller: 'admin',
    summary: 'Ends a key at once. 404 when none of this name holds.',
    body: RevokeReportKey,
    status: 204,
  },
  'POST /api/reports/invitation': {
    caller: 'anyone',
    summary: 'What a link is for. 404 when it was used, has expired or was withdrawn.',
    body: OpenInvitation,
    status: 200,
    answer: Invitation,
  },
  'POST /api/reports/invitation/accept': {
    caller: 'anyone',
    summary: 'Makes the account of the link, or gives it this password, once.',
    body: AcceptInvitation,
    status: 200,
    answer: Operator,
  },
} as const satisfies Record<string, Call>
