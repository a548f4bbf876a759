import { AxiosError, type AxiosResponse } from 'axios'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Draft, DraftLine } from '../../schemas/studio/drafts.ts'
import { openDraftKeeper, type DraftKeeper } from '../../src/studio/drafts/saving/draftKeeper.ts'
import type { Saving } from '../../src/studio/drafts/saving/draftLife.ts'
import { unsavedTexts } from '../../src/studio/drafts/saving/unsavedTexts.ts'

/** Tests that everything typed in a draft is saved and nothing is lost. */

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

/** A server with one draft, which can become unreachable. */
function server() {
  let draft: Draft = {
    path: 'site',
    revision: 1,
    based_on: 1,
    saved_by: 'ada',
    saved_at: 0,
    text: 'first',
    good: null,
    files: [],
  }
  const state = {
    status: null as number | null,
    isAway: false,
    losesAnswers: false,
    /** Time that a request takes, and its response again. */
    ms: 0,
    saves: 0,
    asked: 0,
  }
  /** Every save: who saved, which text, and the text before. */
  const history: { by: string; text: string; before: string }[] = []
  const keep = (name: string, changed: Partial<Draft>) => {
    history.push({ by: name, text: changed.text ?? draft.text, before: draft.text })
    draft = { ...draft, ...changed, revision: draft.revision + 1, saved_by: name }
  }
  const onTheWay = async () => {
    if (state.ms > 0) await new Promise((resolve) => setTimeout(resolve, state.ms))
  }
  const check = () => {
    if (state.isAway) throw new AxiosError('away')
    if (state.status !== null) throw refused(state.status)
  }
  return {
    state,
    history,
    draft: () => draft,
    by: (name: string, text: string) => keep(name, { text }),
    calls: {
      read: async () => {
        await onTheWay()
        check()
        const read = draft
        await onTheWay()
        return read
      },
      save: async ({ revision, text }: { revision: number; text: string }): Promise<DraftLine> => {
        state.asked++
        await onTheWay()
        check()
        if (revision !== draft.revision) throw refused(409)
        state.saves++
        keep('ada', { text })
        const line = draft
        await onTheWay()
        if (state.losesAnswers) throw new AxiosError('away')
        return line
      },
      saveFile: async ({ revision, name }: { revision: number; name: string }): Promise<DraftLine> => {
        await new Promise((resolve) => setTimeout(resolve, 1000))
        check()
        if (revision !== draft.revision) throw refused(409)
        keep('ada', { files: [{ name, sha256: 'x' }] })
        return draft
      },
    },
  }
}

function refused(status: number): AxiosError {
  return new AxiosError('refused', 'ERR_BAD_REQUEST', undefined, undefined, {
    status,
    data: { detail: `refused ${status}` },
  } as AxiosResponse)
}

/** A browser's storage. `most`: number of characters that fit. */
function storage(most = Infinity): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > most) throw new Error('full')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

interface Tab {
  keeper: DraftKeeper
  shown: string[]
}

function open(
  { calls, draft }: Pick<ReturnType<typeof server>, 'calls' | 'draft'>,
  browser: Storage,
  tab = 'one',
): Tab {
  const shown: string[] = []
  const keeper = openDraftKeeper({
    path: 'site',
    draft: draft(),
    calls,
    unsaved: unsavedTexts(() => browser, 'site', tab),
    now: Date.now,
    onChange: () => {},
    onText: (text) => shown.push(text),
    onSaved: () => {},
  })
  return { keeper, shown }
}

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const saving = ({ keeper }: Tab): Saving => keeper.state().saving

describe('a file of the draft', () => {
  test('is saved after the text, and text typed in the meantime after it', async () => {
    const site = server()
    const tab = open(site, storage())
    tab.keeper.typed('a')
    const putting = tab.keeper.saveFile('a.png', 'AAAA')
    await after(500)
    tab.keeper.typed('ab')
    await after(499)
    expect([site.draft().text, site.draft().revision]).toEqual(['a', 2])
    await after(1000)
    expect(await putting).toBe(true)
    expect([saving(tab), site.draft().text, site.draft().revision]).toEqual(['saved', 'ab', 4])
    expect(site.draft().files).toHaveLength(1)
  })

  test('isn’t saved if the text can’t be, but the text is saved if the file isn’t', async () => {
    const site = server()
    const tab = open(site, storage())
    site.state.status = 413
    tab.keeper.typed('a')
    expect(await tab.keeper.saveFile('a.png', 'AAAA')).toBe(false)
    site.state.status = null
    await tab.keeper.save()
    const putting = tab.keeper.saveFile('a.png', 'AAAA').catch(String)
    site.state.status = 413
    tab.keeper.typed('ab')
    await after(1000)
    site.state.status = null
    expect(await putting).toContain('refused')
    await after(500)
    expect([saving(tab), site.draft().text]).toEqual(['saved', 'ab'])
  })

  test('saved by another author doesn’t conflict with typed text', async () => {
    const site = server()
    const tab = open(site, storage())
    tab.keeper.typed('mine')
    site.by('bob', 'first')
    expect(await tab.keeper.save()).toBe(true)
    expect([saving(tab), site.draft().text]).toEqual(['saved', 'mine'])
    site.by('bob', 'mine')
    await expect(Promise.all([tab.keeper.saveFile('a.png', 'AAAA'), after(1000)])).rejects.toMatchObject({
      response: { status: 409 },
    })
    expect(tab.keeper.state().line.revision).toBe(site.draft().revision)
    const again = tab.keeper.saveFile('a.png', 'AAAA')
    await after(1000)
    expect(await again).toBe(true)
  })
})

describe('a typed text', () => {
  test('is saved once, a moment after the last keystroke', async () => {
    const site = server()
    const tab = open(site, storage())
    for (const text of ['a', 'ab', 'abc']) {
      tab.keeper.typed(text)
      await after(100)
    }
    expect([saving(tab), site.state.saves]).toEqual(['unsaved', 0])
    await after(400)
    expect([saving(tab), site.state.saves, site.draft().text]).toEqual(['saved', 1, 'abc'])
  })

  test('is saved again if more was typed during the save', async () => {
    const site = server()
    const tab = open(site, storage())
    tab.keeper.typed('a')
    const coming = tab.keeper.save()
    tab.keeper.typed('ab')
    expect(await coming).toBe(false)
    expect(saving(tab)).toBe('unsaved')
    await after(400)
    expect([saving(tab), site.draft().text]).toEqual(['saved', 'ab'])
  })

  test('is kept in the browser while the server is unreachable, and saved when it’s back', async () => {
    const site = server()
    const browser = storage()
    const tab = open(site, browser)
    site.state.isAway = true
    tab.keeper.typed('mine')
    await after(5000)
    expect([saving(tab), browser.length]).toEqual(['away', 1])
    site.state.isAway = false
    await after(30_000)
    expect([saving(tab), site.draft().text, browser.length]).toEqual(['saved', 'mine', 0])
  })

  test('is kept a second after it was started, even without a pause', async () => {
    const browser = storage()
    const tab = open(server(), browser)
    for (let stroke = 0; stroke < 10; stroke++) {
      expect(browser.length).toBe(0)
      tab.keeper.typed(`a${stroke}`)
      await after(100)
    }
    expect(browser.length).toBe(1)
  })

  test('is restored after the page was closed, and saved', async () => {
    const site = server()
    const browser = storage()
    const tab = open(site, browser)
    site.state.isAway = true
    tab.keeper.typed('mine')
    tab.keeper.close()
    site.state.isAway = false
    const again = open(site, browser, 'two')
    expect(browser.length).toBe(1)
    expect([again.keeper.text, again.keeper.state().isRestored]).toEqual(['mine', true])
    await after(1000)
    expect([saving(again), site.draft().text, browser.length]).toEqual(['saved', 'mine', 0])
    again.keeper.close()
    expect(browser.length).toBe(0)
  })

  test('shows that it isn’t kept if the browser stores nothing', async () => {
    const site = server()
    site.state.isAway = true
    const tab = open(site, storage(10))
    tab.keeper.typed('a text')
    await after(500)
    expect(tab.keeper.state().isKept).toBe(false)
    site.state.isAway = false
    await after(30_000)
    expect(tab.keeper.state()).toMatchObject({ isKept: true, saving: 'saved' })
  })

  test('isn’t sent repeatedly if the server refuses it', async () => {
    const site = server()
    const tab = open(site, storage())
    site.state.status = 413
    tab.keeper.typed('too much')
    await after(500)
    expect(tab.keeper.state()).toMatchObject({ saving: 'refused', reason: 'refused 413' })
    site.state.status = null
    await after(60_000)
    expect([saving(tab), site.state.saves]).toEqual(['refused', 0])
    tab.keeper.typed('less')
    await after(500)
    expect(saving(tab)).toBe('saved')
  })
})

test('is the newest of several unsaved ones when restored, but not one that was saved after all', async () => {
  const site = server()
  const browser = storage()
  for (const [tab, text] of [
    ['one', 'older'],
    ['two', 'newer'],
  ] as const) {
    unsavedTexts(() => browser, 'site', tab).keep({ revision: 1, at: Date.now(), text })
    await after(10)
  }
  expect(open(site, browser, 'three').keeper.text).toBe('newer')
  browser.clear()
  unsavedTexts(() => browser, 'site', 'one').keep({ revision: 1, at: 0, text: 'first' })
  expect([saving(open(site, browser, 'two')), browser.length]).toEqual(['saved', 0])
})

describe('another author’s save', () => {
  test('isn’t overwritten unseen: its author, time, and text are shown, and the typed text stays', async () => {
    const site = server()
    const browser = storage()
    const tab = open(site, browser)
    site.by('bob', 'theirs')
    tab.keeper.typed('mine')
    await after(500)
    expect(tab.keeper.state()).toMatchObject({
      saving: 'conflict',
      theirs: { saved_by: 'bob', text: 'theirs' },
    })
    tab.keeper.typed('mine, more')
    expect(saving(tab)).toBe('conflict')
    await after(60_000)
    expect([await tab.keeper.save(), site.state.asked]).toEqual([false, 1])
    site.by('bob', 'theirs')
    await tab.keeper.look()
    expect(tab.keeper.state().theirs).toMatchObject({ revision: 3 })
    expect(tab.shown).toEqual([])
    expect([site.draft().text, tab.keeper.current(), browser.length]).toEqual(['theirs', 'mine, more', 1])
  })

  test('replaces the typed text if its author chooses so', async () => {
    const site = server()
    const browser = storage()
    const tab = open(site, browser)
    site.by('bob', 'theirs')
    tab.keeper.typed('mine')
    await after(500)
    tab.keeper.takeTheirs()
    expect([saving(tab), tab.shown, browser.length]).toEqual(['saved', ['theirs'], 0])
    tab.keeper.typed('theirs, and mine')
    await after(500)
    expect(site.draft()).toMatchObject({ revision: 3, text: 'theirs, and mine' })
  })

  test('is replaced if the author has seen it and chooses so, but not a later save', async () => {
    const site = server()
    const tab = open(site, storage())
    site.by('bob', 'theirs')
    tab.keeper.typed('mine')
    await after(500)
    site.by('bob', 'theirs, later')
    expect(await tab.keeper.replaceTheirs()).toBe(false)
    expect(tab.keeper.state()).toMatchObject({ saving: 'conflict', theirs: { text: 'theirs, later' } })
    expect(await tab.keeper.replaceTheirs()).toBe(true)
    expect(site.draft().text).toBe('mine')
  })

  test('is shown if nothing is typed here', async () => {
    const site = server()
    const tab = open(site, storage())
    await tab.keeper.look()
    expect(tab.shown).toEqual([])
    site.by('bob', 'theirs')
    await tab.keeper.look()
    expect([tab.shown, tab.keeper.state().line.revision]).toEqual([['theirs'], 2])
  })

  test('conflicts with a restored text started before it, however often that’s restored', () => {
    const site = server()
    const browser = storage()
    const tab = open(site, browser)
    tab.keeper.typed('mine')
    tab.keeper.close()
    site.by('bob', 'theirs')
    for (const name of ['two', 'three']) {
      const { keeper } = open(site, browser, name)
      expect(keeper.state()).toMatchObject({ saving: 'conflict', theirs: { text: 'theirs' } })
      keeper.close()
    }
  })
})

test('a save with a lost response doesn’t count as someone else’s', async () => {
  const site = server()
  const tab = open(site, storage())
  site.state.losesAnswers = true
  tab.keeper.typed('mine')
  await after(500)
  expect(saving(tab)).toBe('away')
  site.state.losesAnswers = false
  await after(2000)
  expect(tab.keeper.state()).toMatchObject({ saving: 'saved', line: { revision: 2 } })
})

test('text typed in two tabs is kept separately', async () => {
  const site = server()
  const browser = storage()
  site.state.isAway = true
  const [one, two] = [open(site, browser, 'one'), open(site, browser, 'two')]
  one.keeper.typed('of one')
  two.keeper.typed('of two')
  await after(500)
  expect(browser.length).toBe(2)
  site.state.isAway = false
  await after(60_000)
  expect([saving(one), saving(two)].sort()).toEqual(['conflict', 'saved'])
  expect(['of one', 'of two']).toContain(site.draft().text)
})

type Step =
  | { does: 'wait'; ms: number }
  | { does: 'server'; ms: number; trouble: 'none' | 'away' | 'refuses' | 'losesAnswers' }
  | {
      does:
        'type' | 'save' | 'addFile' | 'look' | 'take' | 'replace' | 'reopen' | 'bobWrites' | 'bobChangesFiles'
    }

const STEPS: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ does: 'type' } as const) },
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('wait'), ms: fc.constantFrom(1, 150, 300, 1000, 5000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('server'),
      ms: fc.constantFrom(0, 0, 100, 700),
      trouble: fc.constantFrom('none', 'none', 'away', 'refuses', 'losesAnswers'),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constantFrom('save', 'addFile', 'look', 'take', 'replace', 'reopen'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('bobWrites', 'bobChangesFiles') }) },
)

/** Does the steps at a page, and checks after each that what was typed is saved, on its way, or stored and said to be unsaved. `room`:
 *  number of characters that the browser stores. Resolves to the state at the end, once the server has had time to respond. */
async function live(steps: readonly Step[], room: number): Promise<Saving> {
  const site = server()
  const browser = storage(room)
  /** Texts of others that the author saw and typed on, or agreed to replace. */
  const agreed = new Set(['first'])
  let tab = open(site, browser)
  let tabs = 1
  let strokes = 0
  let typedAt = 0
  let expected = 'first'
  const isSaved = (text: string) => text === 'first' || site.history.some((save) => save.text === text)

  const doStep = async (step: Step): Promise<void> => {
    const { keeper } = tab
    switch (step.does) {
      case 'type':
        typedAt = Date.now()
        return keeper.typed((expected = `mine ${++strokes}`))
      case 'wait':
        return void (await after(step.ms))
      case 'server':
        site.state.ms = step.ms
        site.state.isAway = step.trouble === 'away'
        site.state.status = step.trouble === 'refuses' ? 413 : null
        site.state.losesAnswers = step.trouble === 'losesAnswers'
        return
      case 'save':
        return void keeper.save()
      case 'addFile':
        return void keeper.saveFile('a.png', 'AAAA').catch(() => {})
      case 'look':
        return void keeper.look()
      case 'take':
        keeper.takeTheirs()
        // The author gave up what was typed.
        if (tab.shown.length > 0) expected = tab.shown.at(-1)!
        return
      case 'replace': {
        const { theirs } = keeper.state()
        if (theirs) agreed.add(theirs.text)
        return void keeper.replaceTheirs()
      }
      case 'reopen': {
        keeper.close()
        const wasKept = keeper.state().isKept
        const draft = site.draft()
        tab = open(site, browser, `tab ${++tabs}`)
        if (saving(tab) !== 'conflict') agreed.add(draft.text)
        if (wasKept && !isSaved(expected)) expect(tab.keeper.text).toBe(expected)
        expected = tab.keeper.text
        return
      }
      case 'bobWrites':
        return site.by('bob', `theirs ${site.history.length}`)
      case 'bobChangesFiles':
        return site.by('bob', site.draft().text)
    }
  }

  const check = () => {
    const { keeper, shown } = tab
    for (const text of shown.splice(0)) {
      if (text !== expected) expect(isSaved(expected), `${expected} gives way to ${text}`).toBe(true)
      expected = text
      agreed.add(text)
    }
    expect(keeper.current()).toBe(expected)
    if (saving(tab) === 'saved') expect(isSaved(expected), expected).toBe(true)
    else if (keeper.state().isKept && Date.now() > typedAt + 1000)
      expect(textsIn(browser)).toContain(expected)
    const replaced = site.history.filter(
      ({ by, text, before }) => by === 'ada' && text !== before && before.startsWith('theirs'),
    )
    for (const { before } of replaced) expect(agreed).toContain(before)
  }

  for (const step of steps) {
    await doStep(step)
    await after(0)
    check()
  }
  await doStep({ does: 'server', ms: 0, trouble: 'none' })
  for (let seconds = 0; seconds < 60; seconds += 5) {
    await after(5000)
    check()
  }
  const end = saving(tab)
  expect(['saved', 'refused', 'conflict']).toContain(end)
  // The author resolves what is left.
  await tab.keeper.save()
  await tab.keeper.look()
  await doStep({ does: 'replace' })
  await after(5000)
  check()
  expect(saving(tab)).toBe('saved')
  expect(site.draft().text).toBe(expected)
  expect(textsIn(browser)).not.toContain(expected)
  tab.keeper.close()
  return end
}

const textsIn = (browser: Storage) =>
  Array.from({ length: browser.length }, (_, n) => browser.getItem(browser.key(n)!)!).map(
    (kept) => (JSON.parse(kept) as { text: string }).text,
  )

describe('no edit is lost', () => {
  test('whatever the author, the server, and another author do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(STEPS, { maxLength: 40 }),
        fc.constantFrom(Infinity, Infinity, 20),
        async (steps, room) => void (await live(steps, room)),
      ),
      { numRuns: 300 },
    )
  })

  test('and alone with a server that responds again, everything is saved in the end', async () => {
    const alone = STEPS.filter(
      (step) =>
        !['bobWrites', 'bobChangesFiles', 'reopen'].includes(step.does) &&
        !(step.does === 'server' && step.trouble === 'refuses'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(alone, { maxLength: 40 }), async (steps) => {
        expect(await live(steps, Infinity)).toBe('saved')
      }),
      { numRuns: 300 },
    )
  })
})
