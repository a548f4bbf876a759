import { expect, test } from 'vitest'
import type { ReplayLine, ReplayPart } from '../../schemas/studio/replay.ts'
import type { ReplayDraft } from '../../schemas/studio/drafts.ts'
import { runReplay, type Replayed } from '../../src/studio/drafts/replay/runReplay.ts'

const RUN = '00000000-0000-4000-8000-000000000000'
const line = (kind: ReplayLine['kind'], visits: number, witness: string): ReplayLine => ({
  kind,
  from: null,
  to: null,
  visits,
  witness,
})
const PARTS: ReplayPart[] = [
  { version: 4, total: 5, visits: 3, differing: 2, lines: [line('no_lead', 2, 'a')], next: 7, problems: [] },
  {
    version: 4,
    total: null,
    visits: 2,
    differing: 2,
    lines: [line('no_lead', 1, 'b'), line('other_way', 2, 'c')],
    next: null,
    problems: [],
  },
]

test('requests parts one after another for the first part’s version, and adds them up with the first example', async () => {
  const asked: ReplayDraft[] = []
  const shown: Replayed[] = []
  const ask = async (part: ReplayDraft) => {
    asked.push(part)
    return PARTS[asked.length - 1]!
  }
  const { signal } = new AbortController()
  const so = await runReplay(
    ask,
    { path: 'a', revision: 2, run: RUN },
    { signal, onPart: (so) => shown.push(so) },
  )
  expect(asked.map(({ version, after }) => [version, after])).toEqual([
    [undefined, null],
    [4, 7],
  ])
  expect(shown.map(({ visits, total }) => [visits, total])).toEqual([
    [3, 5],
    [5, 5],
  ])
  expect(so).toEqual({
    version: 4,
    total: 5,
    visits: 5,
    differing: 4,
    lines: [line('no_lead', 3, 'a'), line('other_way', 2, 'c')],
    problems: [],
  })
})

test('requests and shows nothing more once it’s stopped', async () => {
  const stopping = new AbortController()
  let asked = 0
  const ask = async () => {
    asked++
    stopping.abort()
    return PARTS[0]!
  }
  const shown: Replayed[] = []
  const { signal } = stopping
  const run = runReplay(ask, { path: 'a', revision: 2, run: RUN }, { signal, onPart: (so) => shown.push(so) })
  await expect(run).rejects.toThrow('aborted')
  expect([asked, shown]).toEqual([1, []])
})
