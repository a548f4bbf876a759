import type { Query } from '../../schemas/kernel/session.ts'
import { begin } from '../../src/flow/journey.ts'
import type { Page } from '../../src/flow/page.ts'
import { SMALL_FLOW } from '../server/smallFlow.ts'

/** Page of a visitor who came to the small flow with this query. */
export function pageOf(query: Query = {}): Page {
  const origin = { today: '2026-11-20', query }
  const [journey, effects] = begin({ flow: SMALL_FLOW, origin })
  return {
    session: {
      uuid: '6f8f4c2e-0000-4000-8000-000000000001',
      token: 'secret-token-'.repeat(4),
      version: 7,
      click_ref: 'click-reference',
    },
    path: 'small',
    flow: SMALL_FLOW,
    origin,
    journey,
    effects,
    product_name: 'Leadloom',
    year: 2026,
    may_track: true,
    outcome: null,
    base: '',
    api: '/api',
    validators: '/flows/7.js',
    vehicles: '/vehicles/{year}.json',
  }
}
