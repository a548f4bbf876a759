import { expect, test } from 'vitest'
import { buyerNames } from '../../src/flow/consent/buyerNames.ts'
import { elementsFlow } from '../journeys/elementsFlow.ts'

test('an offer’s buyers are those that its lead actions name, by the names that visitors see', () => {
  const flow = elementsFlow('leadloom')
  expect(buyerNames(flow, 'all')).toEqual(['Claims & Partner', 'Injury Helpers'])
  expect(buyerNames(flow, 'end')).toEqual([])
  expect(buyerNames({ ...flow, ui_config: { ...flow.ui_config, buyers: {} } }, 'all')).toEqual([])
})
