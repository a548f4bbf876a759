import type { Call } from '../kernel/call.ts'
import { LawOff, LawOffList, TurnLawOff, TurnLawOn } from './lawOff.ts'

/** Calls of /desk about legal rules. */
export const LAW_CALLS = {
  'GET /api/reports/desk/law': {
    caller: 'admin',
    summary: 'The legal rules that are turned off, with the reasons.',
    status: 200,
    answer: LawOffList,
  },
  'POST /api/reports/desk/law/off': {
    caller: 'admin',
    confirm: true,
    summary:
      'Turns a legal rule off. Flows that break it can be published, with a warning. 404 if there’s no such rule, 409 if it’s already off.',
    body: TurnLawOff,
    status: 201,
    answer: LawOff,
  },
  'POST /api/reports/desk/law/on': {
    caller: 'admin',
    summary: 'Turns a legal rule on again. 404 if it isn’t off.',
    body: TurnLawOn,
    status: 204,
  },
} as const satisfies Record<string, Call>
