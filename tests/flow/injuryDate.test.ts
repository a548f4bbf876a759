import { expect, test } from 'vitest'
import { impossibleInjuries } from '../../src/flow/validations/injuryDate.ts'
import { elementsFlow } from '../journeys/elementsFlow.ts'

const flow = elementsFlow('leadloom')
const step = flow.ui_config.offers['all']!.steps.find(({ name }) => name === 'when')!
const wrong = (injury_year: string, injury_month?: string) =>
  impossibleInjuries(
    flow,
    step,
    { when: { injury_year, ...(injury_month !== undefined && { injury_month }) } },
    '2026-11-20',
  ).map(({ field, message }) => `${field}: ${message}`)

test.each([
  ['2026', '11'],
  ['2025', '12'],
  ['2015', '01'],
  ['2016', undefined],
])('%s-%s can be chosen on November 20, 2026', (year, month) => {
  expect(wrong(year, month)).toEqual([])
})

test.each([
  ['2026', '12', 'injury_month: Month must not be in the future'],
  ['2027', '01', 'injury_month: Month must not be in the future'],
  ['2027', undefined, 'injury_year: Year must not be in the future'],
  ['2014', '05', 'injury_year: Year must be 2015 or later'],
  ['2015', '05', 'injury_month: Month must be 01'],
])('%s-%s is refused: %s', (year, month, message) => {
  expect(wrong(year, month)).toEqual([message])
})
