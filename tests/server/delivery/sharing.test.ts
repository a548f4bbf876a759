import { expect, test } from 'vitest'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { sharingOf } from '../../../src/server/delivery/sharingOf.ts'

const buyer = (words: Partial<Buyer>): Buyer => ({ format: 'json', url: 'https://buyer.example', ...words })

test('buyers are asked by priority if not all of them can get a lead', () => {
  const buyers = new Map([
    ['acme', buyer({ shares: 1, priority: 1 })],
    ['bolt', buyer({ shares: 2 })],
    ['core', buyer({})],
    ['dent', buyer({ priority: 90 })],
  ])
  const asked = Object.fromEntries([...buyers.keys()].map((key) => [key, sharingOf(buyers, key)]))
  expect(asked).toEqual({
    acme: { shares: 1 },
    bolt: { shares: 2, before: ['acme'] },
    core: { before: ['acme'] },
    dent: { before: ['acme', 'bolt'] },
  })
})
