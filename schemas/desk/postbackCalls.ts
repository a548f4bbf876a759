import { Type } from 'typebox'
import type { Call } from '../kernel/call.ts'
import { closed } from '../kernel/shape.ts'
import { Postback } from '../outgoing/postback.ts'
import {
  NewPostback,
  OnePostback,
  PostbackList,
  PostbacksAsked,
  ReplayPostback,
  TestedPostback,
} from './postbacks.ts'

/** Calls of /desk about postbacks to affiliates. */
export const POSTBACK_CALLS = {
  'GET /api/reports/desk/postbacks': {
    caller: 'analyst',
    sites: 'all',
    summary: 'The addresses at affiliates’ trackers to which conversions are reported.',
    status: 200,
    answer: closed({ data: Type.Array(Postback) }),
  },
  'POST /api/reports/desk/postbacks': {
    caller: 'manager',
    sites: 'all',
    confirm: true,
    summary:
      'Creates a postback. 422 if its address has an unknown macro or can’t be called, its name is taken, or there are too many.',
    body: NewPostback,
    status: 201,
    answer: OnePostback,
  },
  'POST /api/reports/desk/postbacks/end': {
    caller: 'manager',
    sites: 'all',
    summary: 'Deletes a postback. What waits isn’t sent.',
    body: OnePostback,
    status: 204,
  },
  'POST /api/reports/desk/postbacks/test': {
    caller: 'manager',
    sites: 'all',
    summary: 'Calls a postback’s address with test values, and returns the response.',
    body: OnePostback,
    status: 200,
    answer: TestedPostback,
  },
  'POST /api/reports/desk/postbacks/messages': {
    caller: 'analyst',
    sites: 'all',
    summary: 'A page of what was reported to affiliates, newest first.',
    body: PostbacksAsked,
    status: 200,
    answer: PostbackList,
  },
  'POST /api/reports/desk/postbacks/replay': {
    caller: 'manager',
    sites: 'all',
    summary:
      'Sends a postback again, with the same transaction ID. 409 if that isn’t possible, or a newer one about the same conversion exists.',
    body: ReplayPostback,
    status: 204,
  },
} as const satisfies Record<string, Call>
