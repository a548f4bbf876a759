import type { Call } from './kernel/call.ts'
import { DESK_CALLS } from './desk/calls.ts'
import { PARTNER_CALLS } from './kernel/partners.ts'
import { PEOPLE_CALLS } from './people/calls.ts'
import { PASSKEY_CALLS } from './people/passkeyCalls.ts'
import { EXPERIMENT_CALLS } from './reports/experimentCalls.ts'
import { REVOCATION_CALLS } from './kernel/revocation.ts'
import { MARK_CALLS } from './reports/marks.ts'
import { REPORT_CALLS } from './reports/calls.ts'
import { STUDIO_CALLS } from './studio/calls.ts'
import { CHECK_CALLS } from './visitor/checks.ts'
import { PAGE_CALLS } from './visitor/page.ts'
import { SESSION_CALLS } from './visitor/sessions.ts'

/** Every call of the server, with its input and answer. Routes, OpenAPI, and the clients' types all read this table. Source: design,
 *  section 4; spec, section 7. */
export const CALLS = {
  ...SESSION_CALLS,
  ...CHECK_CALLS,
  ...PAGE_CALLS,
  ...PARTNER_CALLS,
  ...REVOCATION_CALLS,
  ...REPORT_CALLS,
  ...EXPERIMENT_CALLS,
  ...MARK_CALLS,
  ...STUDIO_CALLS,
  ...DESK_CALLS,
  ...PEOPLE_CALLS,
  ...PASSKEY_CALLS,
} as const satisfies Record<string, Call>

export type CallName = keyof typeof CALLS
