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
    summary: 'All accounts and pending invitations.',
    status: 200,
    answer: People,
  },
  'POST /api/reports/people/invite': {
    caller: 'admin',
    confirm: true,
    summary:
      'Creates an invitation link to set up the account with this name. 409 if the account exists. An earlier link for it stops working.',
    body: Invite,
    status: 201,
    answer: MadeInvitation,
  },
  'POST /api/reports/people/reset': {
    caller: 'admin',
    confirm: true,
    summary: 'Creates a link to choose a new password for an account. The current password works until then.',
    body: ResetPassword,
    status: 201,
    answer: MadeInvitation,
  },
  'POST /api/reports/people/withdraw': {
    caller: 'admin',
    summary: 'Revokes the link for the account with this name.',
    body: OneAccount,
    status: 204,
  },
  'POST /api/reports/people/role': {
    caller: 'admin',
    confirm: true,
    summary: 'Changes an account’s role and logs it out everywhere. 409 for the last admin.',
    body: ChangeRole,
    status: 204,
  },
  'POST /api/reports/people/revoke': {
    caller: 'admin',
    summary:
      'Revokes an account and the links it created, and logs it out everywhere. 409 for the last admin.',
    body: OneAccount,
    status: 204,
  },
  'GET /api/reports/people/logins': {
    caller: 'admin',
    summary: 'Who is logged in, since when, and from where.',
    status: 200,
    answer: LoginSessions,
  },
  'POST /api/reports/people/logins/end': {
    caller: 'admin',
    summary: 'Ends any operator’s session.',
    body: EndLogin,
    status: 204,
  },
  'GET /api/reports/people/audit': {
    caller: 'admin',
    summary: 'A page of the audit log, newest first.',
    query: AuditAsked,
    status: 200,
    answer: AuditPage,
  },
  'GET /api/reports/account/logins': {
    caller: 'operator',
    sites: 'own',
    summary: 'Your sessions.',
    status: 200,
    answer: LoginSessions,
  },
  'POST /api/reports/account/logins/end': {
    caller: 'operator',
    sites: 'own',
    summary: 'Ends one of your sessions.',
    body: EndLogin,
    status: 204,
  },
  'POST /api/reports/account/password': {
    caller: 'operator',
    sites: 'own',
    summary: 'Changes your password and ends your other sessions. 422 if the current password is wrong.',
    body: ChangePassword,
    status: 204,
  },
  'GET /api/reports/account/second-factor': {
    caller: 'operator',
    sites: 'own',
    summary: 'Whether your account uses two-factor authentication.',
    status: 200,
    answer: SecondFactorState,
  },
  'POST /api/reports/account/second-factor/begin': {
    caller: 'operator',
    sites: 'own',
    summary:
      'Creates a secret for an authenticator app. Codes are required only after you confirm one. 409 if two-factor authentication is already on.',
    body: BeginSecondFactor,
    status: 200,
    answer: BegunSecondFactor,
  },
  'POST /api/reports/account/second-factor/confirm': {
    caller: 'operator',
    sites: 'own',
    summary:
      'Turns two-factor authentication on with a first code, and ends your other sessions. 422 if the code is wrong, 409 if setup wasn’t started.',
    body: ConfirmSecondFactor,
    status: 200,
    answer: ConfirmedSecondFactor,
  },
  'POST /api/reports/account/second-factor/off': {
    caller: 'operator',
    sites: 'own',
    summary:
      'Turns two-factor authentication off. 422 if the password or code is wrong, 409 if it’s already off or required on this server.',
    body: EndSecondFactor,
    status: 204,
  },
  'POST /api/reports/people/second-factor/reset': {
    caller: 'admin',
    confirm: true,
    summary:
      'Turns two-factor authentication off for an account that lost its app and recovery codes, and logs it out everywhere. 404 if it isn’t on.',
    body: OneAccount,
    status: 204,
  },
  'GET /api/reports/people/report-keys': {
    caller: 'admin',
    summary: 'API keys that read reports, including revoked ones.',
    status: 200,
    answer: ReportKeys,
  },
  'POST /api/reports/people/report-keys': {
    caller: 'admin',
    confirm: true,
    summary:
      'Creates an API key. Send it as Authorization: Bearer with calls that read reports. 409 if its name was already used.',
    body: NewReportKey,
    status: 201,
    answer: MadeReportKey,
  },
  'POST /api/reports/people/report-keys/revoke': {
    caller: 'admin',
    summary: 'Revokes an API key immediately. 404 if there’s no active key with this name.',
    body: RevokeReportKey,
    status: 204,
  },
  'POST /api/reports/invitation': {
    caller: 'anyone',
    summary: 'What a link is for. 404 if it was used, expired, or was revoked.',
    body: OpenInvitation,
    status: 200,
    answer: Invitation,
  },
  'POST /api/reports/invitation/accept': {
    caller: 'anyone',
    summary: 'Creates the link’s account or sets its new password, once.',
    body: AcceptInvitation,
    status: 200,
    answer: Operator,
  },
} as const satisfies Record<string, Call>
