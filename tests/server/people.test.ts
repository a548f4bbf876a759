import { afterAll, expect, test } from 'vitest'
import type { AuditPage, LoginSessions, MadeInvitation, People } from '../../schemas/people/people.ts'
import type { OperatorRole } from '../../schemas/people/operator.ts'
import type { Sites } from '../../schemas/people/sites.ts'
import type { Static } from 'typebox'
import { browserWords } from '../../src/server/operators/browserWords.ts'
import { guessedFirst, passwordFault } from '../../src/server/operators/passwordRule.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { mailServer, readLetter } from './mail/mailServer.ts'
import { refused, running } from './running.ts'

const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
let clock = Date.parse('2026-11-26T12:00Z')
const { send, store } = await running({ until: afterAll, env: { RATE_LIMIT: '0' }, now: () => clock })
for (const [name, role] of [
  ['root', 'admin'],
  ['eve', 'admin'],
  ['mona', 'manager'],
  ['vi', 'viewer'],
] as const)
  await store.saveOperator({ name, role, sites: null, password_hash, since: 0 })

type Headers = Record<string, string>
async function logIn(name: string, password = 'secret'): Promise<Headers> {
  const payload = { name, password }
  const headers = { ...ours, 'user-agent': FIREFOX }
  const [cookie] = (await send({ method: 'POST', url: '/api/reports/login', payload, headers })).cookies
  return { ...ours, cookie: `${cookie!.name}=${cookie!.value}` }
}
const root = await logIn('root')
const get = (url: string, headers: Headers = root) => send({ url: `/api/reports/${url}`, headers })
const post = (url: string, payload: object, headers: Headers = root) =>
  send({ method: 'POST', url: `/api/reports/${url}`, payload, headers })
const isIn = async (headers: Headers) => (await get('me', headers)).statusCode === 200
const newest = async () => (await store.auditLog(1))[0]
const tokenOf = (link: string | null) => link!.split('#')[1]!

test('an admin invites a person by a link, who chooses a password once and logs in', async () => {
  const made = (
    await post('people/invite', { name: 'ann', role: 'analyst', sites: null, email: null })
  ).json<MadeInvitation>()
  expect(made.link).toMatch(/^http:\/\/localhost:3000\/desk\/invitation#[\w-]{43}$/)
  expect(await newest()).toMatchObject({ operator: 'root', act: 'invite', about: 'ann as analyst' })
  const { accounts, invitations } = (await get('people')).json<People>()
  expect([accounts.some(({ name }) => name === 'ann'), invitations]).toEqual([false, [made.invitation]])
  const token = tokenOf(made.link)
  expect((await post('invitation', { token }, ours)).json()).toEqual(made.invitation)

  const accept = (password: string) => post('invitation/accept', { token, password }, ours)
  expect(refused(await accept('short'))).toMatchObject({ code: 422, field: 'password' })
  expect((await accept('a long walk home')).json()).toEqual({ name: 'ann', role: 'analyst', sites: null })
  expect(await newest()).toMatchObject({ operator: 'ann', act: 'accept_invitation' })
  expect(refused(await accept('another long walk'))).toMatchObject({ code: 404 })
  expect(refused(await post('invitation', { token }, ours))).toMatchObject({ code: 404 })
  expect(await isIn(await logIn('ann', 'a long walk home'))).toBe(true)
  expect(
    refused(await post('people/invite', { name: 'ann', role: 'viewer', sites: null, email: null })),
  ).toMatchObject({
    code: 409,
    field: 'name',
  })
})

test('a link stops working after three days, when it’s revoked, and when its creator loses access', async () => {
  const eve = await logIn('eve')
  const link = async (name: string) =>
    (
      await post('people/invite', { name, role: 'admin', sites: null, email: null }, eve)
    ).json<MadeInvitation>().link
  const [late, withdrawn, ofEve] = [await link('late'), await link('withdrawn'), await link('of-eve')]
  const opened = async (link: string | null) =>
    (await post('invitation', { token: tokenOf(link) }, ours)).statusCode
  expect((await post('people/withdraw', { name: 'withdrawn' })).statusCode).toBe(204)
  expect(refused(await post('people/withdraw', { name: 'withdrawn' }))).toMatchObject({ code: 404 })
  expect([await opened(late), await opened(withdrawn), await opened(ofEve)]).toEqual([200, 404, 200])
  expect((await post('people/role', { name: 'eve', role: 'viewer', sites: null })).statusCode).toBe(204)
  expect([await opened(ofEve), await isIn(eve)]).toEqual([404, false])
  const kept = (
    await post('people/invite', { name: 'late', role: 'viewer', sites: null, email: null })
  ).json<MadeInvitation>()
  clock += 72 * 3_600_000 - 1
  expect(await opened(kept.link)).toBe(200)
  clock += 1
  expect(await opened(kept.link)).toBe(404)
  clock -= 72 * 3_600_000
})

test('a link for a new password keeps the role and ends earlier logins', async () => {
  const vi = await logIn('vi')
  const { link } = (await post('people/reset', { name: 'vi', email: null })).json<MadeInvitation>()
  expect(await newest()).toMatchObject({ act: 'invite_reset', about: 'vi' })
  expect(await isIn(vi)).toBe(true)
  const token = tokenOf(link)
  const accepted = await post('invitation/accept', { token, password: 'blue doors open' }, ours)
  expect(accepted.json()).toEqual({ name: 'vi', role: 'viewer', sites: null })
  expect(await isIn(vi)).toBe(false)
  expect(refused(await post('people/reset', { name: 'nobody', email: null }))).toMatchObject({ code: 404 })
  await store.saveOperator({ name: 'vi', role: 'viewer', sites: null, password_hash, since: 0 })
})

test('a password can’t be chosen over an unencrypted connection', async () => {
  const { link } = (await post('people/reset', { name: 'vi', email: null })).json<MadeInvitation>()
  const headers = { ...ours, host: 'claims.example' }
  const payload = { token: tokenOf(link), password: 'blue doors open' }
  expect(refused(await post('invitation/accept', payload, headers))).toMatchObject({ code: 403 })
})

test('the link is emailed if there’s a mail server, and isn’t shown then', async () => {
  const smtp = await mailServer()
  const env = { RATE_LIMIT: '0', SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'us@example.com' }
  const mailing = await running({
    env: { ...env, PUBLIC_URL: 'https://claims.example' },
    store,
    now: () => clock,
  })
  const headers = { ...root, cookie: root.cookie!.replace(/^\w+=/, '__Host-leadloom_login=') }
  const invite = async (name: string) =>
    (
      await mailing.send({
        method: 'POST',
        url: '/api/reports/people/invite',
        payload: { name, role: 'author', sites: null, email: 'ann@example.com' },
        headers,
      })
    ).json<MadeInvitation>()
  expect(await invite('mailed')).toMatchObject({ link: null, mail_failed: null })
  expect(smtp.letters[0]!.to).toEqual(['ann@example.com'])
  const { body } = readLetter(smtp.letters[0]!.raw)
  expect(body).toMatch(/https:\/\/claims\.example\/desk\/invitation#[\w-]{43}/)
  smtp.answers.push(550)
  const failed = await invite('unmailed')
  expect(failed.link).toContain('https://claims.example/desk/invitation#')
  expect(failed.mail_failed).toContain('550')
  expect(smtp.letters).toHaveLength(1)
})

test('an admin changes a role and revokes an account, which ends its logins immediately', async () => {
  await store.saveOperator({ name: 'cy', role: 'viewer', sites: null, password_hash, since: 0 })
  const cy = await logIn('cy')
  expect((await post('people/role', { name: 'cy', role: 'author', sites: null })).statusCode).toBe(204)
  expect(await newest()).toMatchObject({ operator: 'root', act: 'change_role', about: 'cy to author' })
  expect((await store.auditPage({}, 1)).data[0]?.changes).toEqual([
    { field: 'role', before: 'viewer', after: 'author', secret: false },
  ])
  expect(await isIn(cy)).toBe(false)
  const again = await logIn('cy')
  expect((await get('me', again)).json()).toMatchObject({ role: 'author' })
  expect((await post('people/revoke', { name: 'cy' })).statusCode).toBe(204)
  expect([await isIn(again), (await newest())?.act]).toEqual([false, 'revoke'])
  expect(refused(await post('people/revoke', { name: 'cy' }))).toMatchObject({ code: 404 })
  expect(refused(await post('people/role', { name: 'cy', role: 'viewer', sites: null }))).toMatchObject({
    code: 404,
  })
})

test('the last admin keeps their account and role', async () => {
  const admins = (await store.operators()).filter((one) => one.role === 'admin' && one.revoked_at === null)
  expect(admins.map(({ name }) => name)).toEqual(['root'])
  const detail = 'root is the only admin. Make someone else an admin first.'
  expect(refused(await post('people/revoke', { name: 'root' }))).toMatchObject({ code: 409, detail })
  expect(refused(await post('people/role', { name: 'root', role: 'manager', sites: null }))).toMatchObject({
    code: 409,
  })
  expect(await isIn(root)).toBe(true)
})

test('changing a password needs the current one, and logs out everywhere else', async () => {
  await store.saveOperator({ name: 'pam', role: 'viewer', sites: null, password_hash, since: 0 })
  const [here, there] = [await logIn('pam'), await logIn('pam')]
  const change = (present: string, password: string) => post('account/password', { present, password }, here)
  expect(refused(await change('guess', 'blue doors open'))).toMatchObject({ code: 422, field: 'present' })
  expect(refused(await change('secret', 'my name is Pam'))).toMatchObject({ code: 422, field: 'password' })
  expect((await change('secret', 'blue doors open')).statusCode).toBe(204)
  expect(await newest()).toMatchObject({ operator: 'pam', act: 'change_password' })
  expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  expect((await post('login', { name: 'pam', password: 'secret' }, ours)).statusCode).toBe(401)
  expect(await isIn(await logIn('pam', 'blue doors open'))).toBe(true)
})

test('guesses of the current password are limited as at the login', async () => {
  const one = await running({ store, now: () => clock })
  await store.saveOperator({ name: 'gil', role: 'viewer', sites: null, password_hash, since: 0 })
  const headers = await logIn('gil')
  const codes: number[] = []
  while (codes.length < 11) {
    const payload = { present: 'guess', password: 'blue doors open' }
    const answer = await one.send({ method: 'POST', url: '/api/reports/account/password', payload, headers })
    codes.push(answer.statusCode)
  }
  expect(codes).toEqual([...Array<number>(10).fill(422), 429])
})

test('everyone can see and end their own logins, and an admin everyone’s', async () => {
  await store.saveOperator({ name: 'lee', role: 'viewer', sites: null, password_hash, since: 0 })
  const [here, there] = [await logIn('lee'), await logIn('lee')]
  const mona = await logIn('mona')
  await get('me', here)
  const logins = async (url: string, headers: Headers) =>
    (await get(url, headers)).json<Static<typeof LoginSessions>>().data
  const isSeen = async () => (await logins('account/logins', here)).some(({ seen_at }) => seen_at !== null)
  await expect.poll(isSeen).toBe(true)
  const own = await logins('account/logins', here)
  expect(own.filter(({ is_this }) => is_this)).toHaveLength(1)
  expect(own).toHaveLength(2)
  const browser = 'Firefox on Linux'
  expect(own.find(({ is_this }) => is_this)).toEqual({
    id: expect.any(String),
    operator: 'lee',
    since: clock,
    seen_at: clock,
    network: '127.0.0.1',
    browser,
    is_this: true,
  })
  const other = own.find(({ is_this }) => !is_this)!
  const monas = (await logins('people/logins', root)).find(({ operator }) => operator === 'mona')!
  expect(refused(await post('account/logins/end', { id: monas.id }, here))).toMatchObject({ code: 404 })
  expect((await post('account/logins/end', { id: other.id }, here)).statusCode).toBe(204)
  expect(await newest()).toMatchObject({ operator: 'lee', act: 'end_login', about: '' })
  expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  expect((await post('people/logins/end', { id: monas.id })).statusCode).toBe(204)
  expect(await newest()).toMatchObject({ operator: 'root', act: 'end_login', about: 'mona' })
  expect(await isIn(mona)).toBe(false)
  expect(refused(await post('people/logins/end', { id: monas.id }))).toMatchObject({ code: 404 })
})

test.each<[string, string, OperatorRole, Sites]>([
  ['another role', 'rae', 'viewer', null],
  ['other sites', 'sue', 'manager', ['small']],
])(
  'an operator who gets %s while their password is checked isn’t logged in with their old access',
  async (_, name, role, sites) => {
    await store.saveOperator({ name, role: 'manager', sites: null, password_hash, since: 0 })
    const before = store.operator.bind(store)
    store.operator = async (asked) => {
      store.operator = before
      const account = await before(asked)
      await store.changeRole(name, role, sites)
      return account
    }
    const answer = await post('login', { name, password: 'secret' }, ours)
    expect([answer.statusCode, answer.cookies]).toEqual([401, []])
  },
)

test('an admin reads the audit log in pages and with filters', async () => {
  for (let n = 0; n < 101; n++)
    await store.audit({ at: 5, operator: 'dot', act: 'publish', about: String(n) })
  const page = async (query: string) => (await get(`people/audit?${query}`)).json<AuditPage>()
  const first = await page('operator=dot&act=publish&from=5&to=5')
  expect([first.data.length, first.data[0]?.about]).toEqual([100, '100'])
  // All are from the same millisecond, and each is its own entry.
  expect(new Set(first.data.map(({ entry }) => entry)).size).toBe(100)
  expect(await page(`operator=dot&before=${first.next}`)).toMatchObject({
    data: [{ about: '0' }],
    next: null,
  })
  expect((await page('operator=dot&act=login')).data).toEqual([])
  expect(refused(await get('people/audit?act=dance'))).toMatchObject({ code: 400, field: 'act' })
})

test.each([
  ['eleven char', /12 to 200/],
  ['x'.repeat(201), /12 to 200/],
  ['I am ADA and well', /account name/],
  ['abababababab', /easy to guess/],
  ['password1234', /easy to guess/],
  ['Password1234!', /easy to guess/],
  ['P@ssw0rd!2026', /easy to guess/],
  ['1qaz2wsx3edc', /easy to guess/],
  ['BaseballFootball', /easy to guess/],
  ['Summer2026!!!', /easy to guess/],
  [`${'letmein'.repeat(28)}`, /easy to guess/],
  ['Leadloom-2026!!', /product or a site/],
  ['ada2.Claims.2026', /account name/],
  ['bob-claims-2026', /product or a site/],
  ['Solarpower-Claims!', /product or a site/],
  ['twelve signs', null],
  ['blue doors open', null],
  ['solarpower is what bob sells', null],
  ['qT7kLm29xWzP', null],
])('the password %j: %s', async (password, fault) => {
  const words = ['leadloom', 'claims', 'solarpower']
  const found = await passwordFault(password, { name: 'ada', words })
  if (fault) expect(found).toMatch(fault)
  else expect(found).toBeNull()
})

test('passwords with the names of the product, the sites, or their hosts are refused', async () => {
  const env = {
    PRODUCT_NAME: 'Acme Leads',
    SITE_HOSTS: 'claims.example=small,www.debt-help.example=small',
    PUBLIC_URL: 'https://leads.acme.test:8443',
  }
  const { ctx, send } = await running({ store, env, now: () => clock })
  expect((await guessedFirst(ctx)).toSorted()).toEqual([
    'acme',
    'claims',
    'debt',
    'example',
    'help',
    'leads',
    'small',
    'test',
  ])
  const { link } = (await post('people/reset', { name: 'mona', email: null })).json<MadeInvitation>()
  const payload = { token: tokenOf(link), password: 'debt-help-2026!' }
  const answer = await send({
    method: 'POST',
    url: '/api/reports/invitation/accept',
    payload,
    headers: ours,
  })
  expect(refused(answer).detail).toContain('the name of the product or a site')
})

test.each([
  [FIREFOX, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.5', 'Another program'],
])('the browser %s is %s', (userAgent, words) => {
  expect(browserWords(userAgent)).toBe(words)
})
