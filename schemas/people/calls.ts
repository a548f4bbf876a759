import type { Call } from '../call.ts'
import { Operator } from '../operator.ts'
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

/** What admins call about people, what everybody calls about their own account, and what those who were invited call. */
export const PEOPLE_CALLS = {
  'GET /api/reports/people': {
    caller: 'admin',
    summary: 'Every account, and the links that wait for whom they were made.',
    status: 200,
    answer: People,
  },
  'POST /api/reports/people/invite': {
    caller: 'admin',
    summary:
      'Makes a link with which somebody makes the account of this name. 409 when there is one. An earlier link for it ends.',
    body: Invite,
    status: 201,
    answer: MadeInvitation,
  },
  'POST /api/reports/people/reset': {
    caller: 'admin',
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
    summary: 'Where who asks is logged in.',
    status: 200,
    answer: LoginSessions,
  },
  'POST /api/reports/account/logins/end': {
    caller: 'operator',
    summary: 'Ends a login of who asks.',
    body: EndLogin,
    status: 204,
  },
  'POST /api/reports/account/password': {
    caller: 'operator',
    summary: 'Changes the password of who asks; their other logins end. 422 when the present one is wrong.',
    body: ChangePassword,
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
