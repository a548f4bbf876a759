import { expect, test } from 'vitest'
import type { StepRef } from '../../schemas/visitor/answer.ts'
import type { StepData } from '../../src/flow/answers/stepData.ts'
import { advance, begin, type JourneyEvent } from '../../src/flow/journey.ts'
import type { Course } from '../../src/flow/walk.ts'
import { enqueue } from '../../src/visitor/queue/corrections.ts'
import { queuedCalls } from '../../src/visitor/visit/effects.ts'
import { createOutbox } from '../../src/visitor/queue/outbox.ts'
import { whereToCorrect } from '../../src/visitor/queue/refusals.ts'
import { createStorage } from '../../src/visitor/queue/storage.ts'
import { choices, flow, input, origin, ref, step, SUBMIT, THANKS, when } from '../flow/flows.ts'
import { createBrowserStorage } from './browserStorage.ts'

/** Asks for a ZIP code, if the visitor was hurt and, if so, where, and for an email. */
const COURSE: Course = {
  origin: origin(),
  flow: flow({
    claim: [
      step('zip', [input('text', 'zip'), SUBMIT]),
      step('hurt', choices('hurt', 'yes', 'no')),
      step('where', [input('text', 'where'), SUBMIT], { display_rules: when('hurt', 'eq', 'yes') }),
      step('mail', [input('text', 'email'), SUBMIT]),
    ],
    thanks: [step('end', [THANKS])],
  }),
}
const SESSION = { uuid: 'u', token: 't', version: 1, click_ref: 'c' }
const WRONG = [{ field: 'zip', message: 'ZIP must contain a valid zip code' }]

/** A visitor who answers offline: the calls that wait to be sent, and a way to continue. */
function visitor() {
  const browser = createBrowserStorage()
  let made = 0
  const outbox = createOutbox({
    storage: createStorage(() => browser),
    now: () => 0,
    unique: () => String((made += 1)),
  })
  let [journey] = begin(COURSE)
  const move = (event: JourneyEvent) => {
    const [next, effects] = advance(COURSE, journey, event)
    journey = next
    const calls = queuedCalls(effects, { session: SESSION, page_url: '', uuid: () => `id${(made += 1)}` })
    enqueue(outbox, COURSE, { journey, calls })
  }
  const go = (step: StepRef) => move({ type: 'show', step })
  const answer = (id: string, data: StepData, resumes = false) => {
    go(ref(id))
    move({ type: 'submit', step: ref(id), data, timeOnStepMs: 1, resumes })
  }
  const refuse = (id: string, errors: typeof WRONG) => {
    const key = outbox.keys().find((key) => outbox.read(key)!.body['step_key'] === ref(id).step_key)!
    const at = whereToCorrect(COURSE, journey, { step: ref(id), errors })!
    outbox.replace(key, { ...outbox.read(key)!, waitsFor: { step: at, errors } })
    return at
  }
  const show = (keys: string[]) =>
    keys.map((key) => {
      const { body } = outbox.read(key)!
      const [first] = body['answers'] as { raw_data: string }[]
      return `${String(body['step_key'])}=${first?.raw_data}`
    })
  const current = () => journey.current?.step_key
  return {
    outbox,
    answer,
    refuse,
    current,
    all: () => show(outbox.keys()),
    sendable: () => show(outbox.sendable()),
  }
}

function whoAnsweredAll() {
  const who = visitor()
  who.answer('claim/zip', { zip: '00000' })
  who.answer('claim/hurt', { hurt: 'no' })
  who.answer('claim/mail', { email: 'ann@mail.us' })
  return who
}

test('a correction replaces the refused step, and later answers follow it', () => {
  const who = whoAnsweredAll()
  expect([who.refuse('claim/zip', WRONG), who.sendable()]).toEqual([ref('claim/zip'), []])
  who.answer('claim/zip', { zip: '43215' }, true)
  expect(who.sendable()).toEqual(['zip=43215', 'hurt=no', 'mail=ann@mail.us'])
  expect(who.current()).toBe('end')
})

test('a step refused because of an earlier one waits for it, and is sent after it', () => {
  const who = whoAnsweredAll()
  who.outbox.keys().slice(0, 2).forEach(who.outbox.remove)
  expect(who.refuse('claim/mail', WRONG)).toEqual(ref('claim/zip'))
  who.answer('claim/zip', { zip: '43215' }, true)
  expect(who.sendable()).toEqual(['zip=43215', 'mail=ann@mail.us'])
})

test('an answer from another tab in the meantime waits as well', () => {
  const who = visitor()
  who.answer('claim/zip', { zip: '00000' })
  who.refuse('claim/zip', WRONG)
  who.answer('claim/hurt', { hurt: 'no' })
  expect([who.all(), who.sendable()]).toEqual([['zip=00000', 'hurt=no'], []])
})

test('calls from before the waiting step go back first', () => {
  const who = visitor()
  who.answer('claim/zip', { zip: '43215' })
  who.answer('claim/hurt', { hurt: 'no' })
  who.answer('claim/mail', { email: 'x' })
  who.outbox.keys().slice(0, 2).forEach(who.outbox.remove)
  who.refuse('claim/mail', [{ field: 'email', message: 'Email must contain a valid email address' }])
  who.answer('claim/zip', { zip: '10001' })
  expect([who.all(), who.sendable()]).toEqual([['zip=10001', 'mail=x'], ['zip=10001']])
})

test('steps after a question that the correction adds wait for its answer', () => {
  const who = whoAnsweredAll()
  who.outbox.remove(who.outbox.keys()[0]!)
  who.refuse('claim/hurt', [{ field: 'hurt', message: 'Hurt is wrong' }])
  who.answer('claim/hurt', { hurt: 'yes' }, true)
  expect([who.sendable(), who.current()]).toEqual([['hurt=yes'], 'where'])
  who.answer('claim/where', { where: 'TX' }, true)
  expect([who.sendable(), who.current()]).toEqual([['hurt=yes', 'where=TX', 'mail=ann@mail.us'], 'end'])
})

test('an answer that the corrected path skips isn’t sent', () => {
  const who = visitor()
  who.answer('claim/zip', { zip: '43215' })
  who.answer('claim/hurt', { hurt: 'yes' })
  who.answer('claim/where', { where: 'TX' })
  who.refuse('claim/hurt', [{ field: 'hurt', message: 'Hurt is wrong' }])
  who.answer('claim/hurt', { hurt: 'no' }, true)
  expect(who.sendable()).toEqual(['zip=43215', 'hurt=no'])
})

test('a refused field that no step asks for can’t be corrected', () => {
  const [journey] = begin(COURSE)
  const refused = { step: ref('claim/zip'), errors: [{ field: 'phone', message: 'Phone is wrong' }] }
  expect(whereToCorrect(COURSE, journey, refused)).toBeNull()
})
