import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnswerScript } from '../../schemas/author/script.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import { formData, stepOf } from '../../src/author/simulate/script.ts'
import { complete } from '../../src/flow/answers/data.ts'
import type { Answers } from '../../src/flow/answers/stepData.ts'
import { begin } from '../../src/flow/journey.ts'
import { summaryOf } from '../../src/flow/summary.ts'
import { walk } from '../../src/flow/walk.ts'
import { TODAY } from './flows.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url)
const read = <T>(path: string) => JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8')) as T

/** Summary at a step of a script's visitor: the answer to each step, by its ID. */
function summaryAt(file: string, id: string): Record<string, string> {
  const { site, answers: entered } = read<AnswerScript>(`answers/${file}.json`)
  const flow = read<Flow>(`sites/${site}/flow.json`)
  const course = { flow, origin: { today: TODAY, query: {} }, product_name: 'Leadloom' }
  const answers: Answers = Object.fromEntries(
    Object.entries(entered).map(([id, values]) => {
      const step = stepOf(flow, id)!
      return [id, complete(flow, step, formData(flow, step, values))]
    }),
  )
  const stop = walk(flow, course.origin, answers).trail.find((stop) => stop.id === id)!
  const rows = summaryOf(course, begin(course, answers)[0], stop)
  return Object.fromEntries(
    rows.map(({ offer_key, step_key, answer }) => [`${offer_key}/${step_key}`, answer]),
  )
}

test('lists in words what the offer’s buyers get, and nothing that only another offer asked', () => {
  expect(summaryAt('leadloom-solar-and-debt', 'shop_best_debt_settlement/agree')).toEqual({
    'start/bills': 'Electricity and Debt I owe',
    'open_home_pros_solar/name': 'Maria Castillo',
    'open_home_pros_solar/email': 'maria.castillo@example.us',
    'open_home_pros_solar/phone': '(512) 959-2368',
    'open_home_pros_solar/zip': '78701',
    'shop_best_debt_settlement/debt': '$24,000',
    'shop_best_debt_settlement/kinds': 'Credit cards and Medical bills',
    'shop_best_debt_settlement/behind': 'Not yet, but it’s close',
    'shop_best_debt_settlement/call': 'Yes',
  })
})

test('writes dates, vehicles, and several choices as a person would', () => {
  expect(summaryAt('class-action-finder-car-accident', 'mva/phone')).toMatchObject({
    'mva/date': 'April 2026',
    'mva/state': 'Texas',
    'mva/vehicle': '2016 Toyota Camry',
    'mva/injuries': 'Neck and Back',
    'mva/birth_date': 'March 9, 1985',
  })
})
