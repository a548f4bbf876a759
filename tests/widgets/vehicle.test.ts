import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIRST_YEAR } from '../../widgets/Vehicle.tsx'

test('the first model year offered is the first in the catalog', () => {
  const years = readdirSync('fixtures/vehicles').filter((file) => /^\d{4}\.json$/.test(file))
  expect(years.sort()[0]).toBe(`${FIRST_YEAR}.json`)
})
