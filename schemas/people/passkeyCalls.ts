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
    summary: 'Your passkeys, oldest first.',
    status: 200,
    answer: Passkeys,
  },
  'POST /api/reports/account/passkeys/begin': {
    caller: 'operator',
    sites: 'own',
    confirm: true,
    summary: 'Creates a challenge for a new passkey. 409 if the account has reached its limit.',
    status: 200,
    answer: CreationOptions,
  },
  'POST /api/reports/account/passkeys': {
    caller: 'operator',
    sites: 'own',
    summary: 'Adds a passkey that answers the challenge. 422 if the answer is wrong or was already used.',
    body: NewPasskey,
    status: 201,
    answer: Passkey,
  },
  'POST /api/reports/account/passkeys/remove': {
    caller: 'operator',
    sites: 'own',
    confirm: true,
    summary: 'Removes one of your passkeys and ends your other sessions.',
    body: RemovePasskey,
    status: 204,
  },
  'GET /api/reports/login/ways': {
    caller: 'anyone',
    summary: 'The ways to log in besides a password.',
    status: 200,
    answer: LoginWays,
  },
  'POST /api/reports/login/passkey/begin': {
    caller: 'anyone',
    summary: 'Creates a challenge to log in with a passkey. It isn’t stored.',
    status: 200,
    answer: RequestOptions,
  },
  'POST /api/reports/login/passkey': {
    caller: 'anyone',
    summary: 'Logs in with a passkey, which counts as two factors. 401 if its answer is wrong.',
    body: PasskeyLogin,
    status: 200,
    answer: LoggedIn,
  },
} as const satisfies Record<string, Call>
