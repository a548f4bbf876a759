import { describe, expect, test } from 'vitest'
import { LINKS_PER_SESSION } from '../../../src/store/nouns/sessions/goOnLinks.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import { sessionsOf } from '../../../src/store/nouns/privacy/findSessions.ts'

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
    const handOver = (link_hash: string, { n = 0, at = AT + 1, to = `new ${link_hash}` } = {}) =>
      store.handOver({ session_uuid: uuidOf(n), link_hash, token_hash: to, at })
    const takeOver = (token_hash: string, { n = 0, at = AT + 2 } = {}) =>
      store.takeOver({ session_uuid: uuidOf(n), token_hash, at })
    const ask = (id: string, recipient = 'ann@example.com') =>
      store.askForLink(uuidOf(0), { id, recipient, subject: 'Go on', body: 'Here.' }, AT)
    return { store, keep, handOver, takeOver, ask }
  }

  describe('a link to continue', () => {
    test('hands over its session each time it’s used, without taking it from anyone', async () => {
      const { store, keep, handOver } = await stage('handed')
      await keep('one')
      const before = await store.session(uuidOf(0))
      const handed = await Promise.all(['a', 'b', 'c', 'a'].map((to) => handOver('one', { to })))
      expect(handed).toEqual([true, true, true, true])
      expect(await store.session(uuidOf(0))).toEqual(before)
      for (const token of ['a', 'b', 'c'])
        expect(await store.handover(token)).toEqual({ session_uuid: uuidOf(0), own: 0, at: AT + 1 })
      expect(await store.handover('d')).toBeNull()
      expect(await store.linkedSession('one', AT + 2)).toBe(uuidOf(0))
    })

    test('lets the answering browser continue, and the previous one take the visit back with all its data', async () => {
      const { store, keep, handOver, takeOver } = await stage('taken')
      await keep('one')
      await handOver('one')
      const { token_hash: first } = (await store.session(uuidOf(0)))!
      expect(await takeOver('new one')).toBe(true)
      expect(await takeOver('new one')).toBe(false)
      expect(await store.session(uuidOf(0))).toMatchObject({
        token_hash: 'new one',
        moved: { at: AT + 2, from: 0, after: 1 },
      })
      await store.appendStep(uuidOf(0), step({ id: uuidOf(200), at: AT }))
      expect(await store.handover(first)).toEqual({ session_uuid: uuidOf(0), own: 1, at: AT + 2 })
      expect(await takeOver(first, { at: AT + 3 })).toBe(true)
      expect(await store.session(uuidOf(0))).toMatchObject({
        token_hash: first,
        moved: { at: AT + 3, from: 1, after: 2 },
      })
      expect(await store.handover('new one')).toMatchObject({ own: 0 })
      expect(await takeOver('new one', { at: AT + 4 })).toBe(true)
      expect(await store.handover(first)).toMatchObject({ own: 1 })
    })

    test('keeps the newest of many presses, and the browser where the visit began', async () => {
      const { store, keep, handOver, takeOver } = await stage('many')
      await keep('one')
      await handOver('one')
      const { token_hash: first } = (await store.session(uuidOf(0)))!
      await takeOver('new one')
      for (let n = 0; n < 25; n++) await handOver('one', { to: `press ${n}`, at: AT + 10 + n })
      expect(await store.handover('press 24')).not.toBeNull()
      expect(await store.handover('press 0')).toBeNull()
      expect(await store.handover(first)).not.toBeNull()
    })

    test('hands over nothing once it has expired, and no other session', async () => {
      const { store, keep, handOver, takeOver } = await stage('expired')
      await keep('one')
      expect(await handOver('one', { n: 1 })).toBe(false)
      expect(await store.linkedSession('one', AT + HOUR_MS - 1)).toBe(uuidOf(0))
      expect(await store.linkedSession('one', AT + HOUR_MS)).toBeNull()
      expect(await handOver('one', { at: AT + HOUR_MS })).toBe(false)
      expect(await handOver('one')).toBe(true)
      expect(await takeOver('new one', { n: 1 })).toBe(false)
      expect((await store.session(uuidOf(1)))!.moved).toBeUndefined()
    })

    test('is mailed once per request, up to a limit, and only the newest works', async () => {
      const { store, keep, handOver, ask } = await stage('asked')
      expect([await ask('a'), await ask('a')]).toEqual([true, true])
      await keep('one')
      await handOver('one')
      await ask('b', 'anna@example.com')
      expect(await store.linkedSession('one', AT)).toBeNull()
      // The earlier address may have been another person's.
      expect(await store.handover('new one')).toBeNull()
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

    test('ends with a forgotten visit, and so does the address it was mailed to', async () => {
      const { store, keep, handOver, takeOver, ask } = await stage('forgotten')
      await ask('a', 'Ann@mail.example')
      await keep('one')
      await handOver('one')
      expect(await sessionsOf(store, { email: 'ann@mail.example', phone: null })).toEqual([uuidOf(0)])
      expect(await sessionsOf(store, { email: 'n@mail.example', phone: null })).toEqual([])
      await store.forgetSession(uuidOf(0))
      expect(await sessionsOf(store, { email: 'ann@mail.example', phone: null })).toEqual([])
      expect(await store.linkedSession('one', AT)).toBeNull()
      expect(await keep('two')).toBe(false)
      expect(await store.handover('new one')).toBeNull()
      await expect(handOver('one')).rejects.toThrow('was forgotten')
      await expect(takeOver('new one')).rejects.toThrow('was forgotten')
    })
  })

  test('only an email’s own unsubscribe address stops emails to its recipient', async () => {
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
