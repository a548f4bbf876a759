import { expect, test } from 'vitest'
import { allErrors } from '../../src/visitor/step/errors.ts'
import { composite, flow, input, step } from '../flow/flows.ts'

const FLOW = flow({ claim: [step('who', [input('text', 'name'), composite('vehicle', 'car')])] })

test('what only the compiled schema finds names its field; what is known already stays', () => {
  const found = ['.name', '.car.car_year', '.car.car_make'].map((property) => ({
    property,
    name: 'maxLength',
    stack: '',
    title: '',
  }))
  expect(allErrors(FLOW, { name: 'name? is required' }, found)).toEqual({
    name: 'name? is required',
    car_year: 'car year cannot be used: please check it',
    car_make: 'car make cannot be used: please check it',
  })
})
