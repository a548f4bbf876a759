import type { Call } from '../kernel/call.ts'
import { LoggedIn } from './operator.ts'
import {
  CreationOptions,
  LoginWays,
  NewPasskey,
  Passkey,
  PasskeyLogin,
  Passkeys,
  RemovePasskey,
  RequestOptions,
} from './passkey.ts'

/** Passkeys of the operator's own account, and logging in with one. */
export const PASSKEY_CALLS = {
  'GET /api/reports/account/passkeys': {
    caller: 'operator',
    sites: 'own',
    summary: 'The passkeys of the caller’s account, the oldest first.',
    status: 200,
    answer: Passkeys,
  },
  'POST /api/reports/account/passkeys/begin': {
    caller: 'operator',
    sites: 'own',
    confirm: true,
    summary: 'Makes a challenge for a new passkey. 409 when the account can have no more.',
    status: 200,
    answer: CreationOptions,
  },
  'POST /api/reports/account/passkeys': {
    caller: 'operator',
    sites: 'own',
    summary: 'Adds a passkey that answers the challenge. 422 when it doesn’t, or answers it again.',
    body: NewPasskey,
    status: 201,
    answer: Passkey,
  },
  'POST /api/reports/account/passkeys/remove': {
    caller: 'operator',
    sites: 'own',
    confirm: true,
    summary: 'Removes a passkey of the caller’s account; the other logins of the account end.',
    body: RemovePasskey,
    status: 204,
  },
  'GET /api/reports/login/ways': {
    caller: 'anyone',
    summary: 'How operators can log in, other than with a password.',
    status: 200,
    answer: LoginWays,
  },
  'POST /api/reports/login/passkey/begin': {
    caller: 'anyone',
    summary: 'Makes a challenge that a passkey signs to log in. Nothing is kept of it.',
    status: 200,
    answer: RequestOptions,
  },
  'POST /api/reports/login/passkey': {
    caller: 'anyone',
    summary: 'Opens an operator’s session. A passkey counts as two factors. 401 when its answer is wrong.',
    body: PasskeyLogin,
    status: 200,
    answer: LoggedIn,
  },
} as const satisfies Record<string, Call>
