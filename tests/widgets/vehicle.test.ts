import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CATALOGUE_YEARS } from '../../widgets/Vehicle.tsx'

test('the model years offered with makes and models are those that the catalogue holds', () => {
  const years = readdirSync('fixtures/vehicles').flatMap((file) => /^(\d{4})\.json$/.exec(file)?.[1] ?? [])
  const { first, last } = CATALOGUE_YEARS
  expect(years.sort()).toEqual(Array.from({ length: last - first + 1 }, (_, index) => String(first + index)))
})
