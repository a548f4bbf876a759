import type { Call } from '../kernel/call.ts'
import { OneScriptHost, ScriptHost, ScriptHostList } from './scriptHosts.ts'

/** Calls of /desk about script hosts. */
export const SCRIPT_HOST_CALLS = {
  'GET /api/reports/desk/script-hosts': {
    caller: 'admin',
    summary: 'The hosts that flows can load scripts from.',
    status: 200,
    answer: ScriptHostList,
  },
  'POST /api/reports/desk/script-hosts': {
    caller: 'admin',
    confirm: true,
    summary: 'Adds a host to the list. 409 if it’s already on it.',
    body: OneScriptHost,
    status: 201,
    answer: ScriptHost,
  },
  'POST /api/reports/desk/script-hosts/remove': {
    caller: 'admin',
    summary: 'Removes a host from the list. 404 if it isn’t on it, 409 if a live flow loads scripts from it.',
    body: OneScriptHost,
    status: 204,
  },
} as const satisfies Record<string, Call>
