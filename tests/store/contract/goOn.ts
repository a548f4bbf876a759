import { describe, expect, test } from 'vitest'
import { LINKS_PER_SESSION } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import { sessionsOf } from '../../../src/store/privacy/findSessions.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const HOUR_MS = 3_600_000

export function goOnContract(open: OpenStore): void {
  async function stage(place: string) {
    const store = await open(`go on ${place}`, { now: () => AT })
    await publish(store, 'leadloom', AT)
    for (const n of [0, 1]) {
      await store.openSession(session({ uuid: uuidOf(n), at: AT }))
      await store.appendStep(uuidOf(n), step({ id: uuidOf(100 + n), at: AT }))
    }
    const keep = (token_hash: string, n = 0) =>
      store.keepLink({ token_hash, session_uuid: uuidOf(n), expires_at: AT + HOUR_MS }, AT)
    const move = (link_hash: string, { n = 0, at = AT + 1 } = {}) =>
      store.moveSession({ session_uuid: uuidOf(n), link_hash, token_hash: `new ${link_hash}`, at })
    const ask = (id: string, recipient = 'ann@example.com') =>
      store.askForLink(uuidOf(0), { id, recipient, subject: 'Go on', body: 'Here.' }, AT)
    return { store, keep, move, ask }
  }

  describe('a link to go on', () => {
    test('moves its session once, for one of all who use it at the same moment, and ends the others of it', async () => {
      const { store, keep, move } = await stage('once')
      await keep('one')
      await keep('two')
      await keep('other', 1)
      const won = await Promise.all(Array.from({ length: 8 }, () => move('one')))
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await move('two')).toBe(false)
      expect(await store.linkedSession('other', AT)).toBe(uuidOf(1))
      expect(await store.session(uuidOf(0))).toMatchObject({
        token_hash: 'new one',
        moved: { at: AT + 1, after: 1 },
      })
    })

    test('moves nothing once it has expired, nor another session', async () => {
      const { store, keep, move } = await stage('expired')
      await keep('one')
      expect(await move('one', { n: 1 })).toBe(false)
      expect(await store.linkedSession('one', AT + HOUR_MS - 1)).toBe(uuidOf(0))
      expect(await store.linkedSession('one', AT + HOUR_MS)).toBeNull()
      expect(await move('one', { at: AT + HOUR_MS })).toBe(false)
      expect((await store.session(uuidOf(0)))!.moved).toBeUndefined()
    })

    test('is mailed once for each time it is asked for, at most so often, and the newest alone', async () => {
      const { store, keep, ask } = await stage('asked')
      expect([await ask('a'), await ask('a')]).toEqual([true, true])
      await keep('one')
      await ask('b', 'anna@example.com')
      expect(await store.linkedSession('one', AT)).toBeNull()
      const [first, second] = await store.dueMails(AT, 9)
      expect(await store.beginMail(first!, AT)).toBeNull()
      expect(await store.beginMail(second!, AT)).toMatchObject({
        kind: 'go_on',
        recipient: 'anna@example.com',
      })
      const more = Array.from({ length: LINKS_PER_SESSION - 1 }, (_, n) => `more ${n}`)
      const kept = []
      for (const id of more) kept.push(await ask(id))
      expect(kept).toEqual([true, true, true, false])
    })

    test('ends with the visit that is forgotten, and so does the address that it was mailed to', async () => {
      const { store, keep, move, ask } = await stage('forgotten')
      await ask('a', 'Ann@mail.example')
      await keep('one')
      expect(await sessionsOf(store, { email: 'ann@mail.example', phone: null })).toEqual([uuidOf(0)])
      expect(await sessionsOf(store, { email: 'n@mail.example', phone: null })).toEqual([])
      await store.forgetSession(uuidOf(0))
      expect(await sessionsOf(store, { email: 'ann@mail.example', phone: null })).toEqual([])
      expect(await store.linkedSession('one', AT)).toBeNull()
      expect(await keep('two')).toBe(false)
      await expect(move('one')).rejects.toThrow('was forgotten')
    })
  })

  test('an email’s own address for opting out stops what is mailed to it, and no other does', async () => {
    const { store, ask } = await stage('unsubscribe')
    await ask('a')
    const [mail] = await store.dueMails(AT, 9)
    const { unsubscribe, recipient } = (await store.beginMail(mail!, AT))!
    const end = { state: 'sent', message: '', recipient, at: AT, due_at: null } as const
    await store.endMail(mail!, 1, end)
    const another = unsubscribe.startsWith('A') ? 'B' : 'A'
    for (const wrong of ['', unsubscribe.slice(1), `${unsubscribe}A`, another + unsubscribe.slice(1)])
      expect(await store.unsubscribe(wrong, AT)).toBe(false)
    expect(await store.unsubscribe(unsubscribe, AT)).toBe(true)
    expect(await store.unsubscribe(unsubscribe, AT + 1)).toBe(true)
    await ask('b')
    const [next] = await store.dueMails(AT, 9)
    expect(await store.beginMail(next!, AT)).toBeNull()
    expect(await store.optOuts(uuidOf(0), ['ann@example.com'])).toMatchObject([
      { of: 'email', source: 'unsubscribe', at: AT },
    ])
  })
}
