import { expect, test } from 'vitest'
import { allErrors } from '../../src/visitor/step/errors.ts'
import { composite, flow, input, step } from '../flow/flows.ts'

const FLOW = flow({ claim: [step('who', [input('text', 'name'), composite('vehicle', 'car')])] })

test('an error that only the compiled schema finds names its field, and known ones stay', () => {
  const message = 'must NOT have more than 300 characters'
  const found = ['name', 'car_year', 'car_make'].map((field) => ({ field, message }))
  expect(allErrors(FLOW, { name: 'name? is required' }, found)).toEqual({
    name: 'name? is required',
    car_year: 'car year can’t be used. Please check it',
    car_make: 'car make can’t be used. Please check it',
  })
})
