import { expect, test } from 'vitest'
import { emailCheckOf } from '../../../src/server/outside/mailHost.ts'
import { standInDns } from './standInDns.ts'

/** The check with a DNS server that answers or stays silent. */
async function check(answers: boolean) {
  return emailCheckOf({ emailDns: await standInDns(() => answers) })
}

test.each([
  ['ann@mail-here.us', 'it has a mail server'],
  [' ann@Mail-Here.US ', 'however it is written'],
  ['ann@web-here.us', 'it has none, and an address of its own'],
])('%s is valid: %s', async (email) => {
  expect(await (await check(true))(email)).toEqual({ valid: true })
})

test.each([
  ['ann@never-here.us', 'it says that it takes no mail'],
  ['ann@empty-here.us', 'it has neither'],
  ['ann@nowhere-here.us', 'there is no such domain'],
])('%s isn’t valid, but a visitor can insist on it: %s', async (email) => {
  expect(await (await check(true))(email)).toEqual({ valid: false, insistable: true })
})

test('an invalid address isn’t looked up', async () => {
  expect(await (await check(true))('ann@')).toEqual({ valid: false })
})

test('an address is valid and unchecked if the DNS doesn’t answer while the caller waits', async () => {
  const started = performance.now()
  expect(await (await check(false))('ann@nowhere-here.us', 50)).toEqual({ valid: true, unchecked: true })
  expect(performance.now() - started).toBeLessThan(1000)
})

test('a lookup continues after its caller left, and the next one gets its result', async () => {
  let release = () => {}
  const released = new Promise<boolean>((resolve) => (release = () => resolve(true)))
  const check = emailCheckOf({ emailDns: await standInDns(() => released) })
  expect(await check('ann@nowhere-here.us', 10)).toEqual({ valid: true, unchecked: true })
  release()
  expect(await check('ann@nowhere-here.us')).toEqual({ valid: false, insistable: true })
})

test('nothing is looked up without a DNS server', async () => {
  expect(await emailCheckOf({ emailDns: null })('ann@nowhere-here.us')).toEqual({ valid: true })
})
