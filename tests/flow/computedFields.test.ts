import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import { Computation } from '../../schemas/flow/computedField.ts'
import { ConsentField } from '../../schemas/kernel/namedField.ts'
import { COMPUTATIONS } from '../../src/flow/answers/computations.ts'
import { NAMED_FIELDS, TAKES } from '../../src/flow/answers/computedFields.ts'

const SITES = new URL('../../fixtures/sites/', import.meta.url)
const sites = readdirSync(SITES).map((site): [string, Flow] => [
  site,
  JSON.parse(readFileSync(new URL(`${site}/flow.json`, SITES), 'utf8')) as Flow,
])

test('every computation declares its inputs', () => {
  expect(Object.keys(TAKES).sort()).toEqual([...Computation.enum].sort())
  expect(Object.keys(COMPUTATIONS).sort()).toEqual([...Computation.enum].sort())
})

test('all 22 consent texts that the specification names are consents, and nothing else is', () => {
  const consents = Object.entries(NAMED_FIELDS).flatMap(([name, by]) => ('consent' in by ? [name] : []))
  expect(consents.sort()).toEqual([...ConsentField.enum].sort())
  expect(consents).toHaveLength(22)
})

test('a named field takes as many fields as its computation does', () => {
  for (const by of Object.values(NAMED_FIELDS))
    if ('compute' in by) expect(by.from).toHaveLength(TAKES[by.compute].length)
})

test.each(sites)('on the site %s, a named field matches its name', (_, { ui_config, constants_config }) => {
  for (const [name, { compute, from = [] }] of Object.entries(ui_config.fields)) {
    const named = Object.entries(NAMED_FIELDS).find(([known]) => known === name)?.[1]
    if (named) expect({ name, compute, from }).toEqual({ name, ...('compute' in named && pick(named)) })
  }
  const answered = Object.values(constants_config.questions)
    .flatMap(({ answers }) => Object.values(answers))
    .map(({ backend_field_name }) => backend_field_name)
  for (const field of answered.filter((name) => name.endsWith('_tcpa')))
    expect(ConsentField.enum).toContain(field)
})

function pick({ compute, from }: { compute: string; from: readonly string[] }) {
  return { compute, from }
}
