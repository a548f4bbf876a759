import { afterAll, describe, expect, test } from 'vitest'
import { TEMPLATE_KEYS } from '../../schemas/studio/templateKeys.ts'
import type { Draft, DraftDifference, DraftProblems, StudioSite } from '../../schemas/studio/drafts.ts'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { REFUSALS } from '../../src/server/kernel/callRefusals.ts'
import { refused, running } from './running.ts'

/** Tests of sites that are made in the browser. */

const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const { send, store, open } = await running({ until: afterAll, env: { RATE_LIMIT: '0' } })
const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
const as: Record<string, Record<string, string>> = {}
for (const [name, role, sites] of [
  ['ada', 'author', null],
  ['one', 'author', ['solar']],
] as const) {
  await store.saveOperator({ name, role, sites: sites && [...sites], password_hash, since: 0 })
  const payload = { name, password: 'secret' }
  const answer = await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
  as[name] = { ...ours, cookie: `${answer.cookies[0]!.name}=${answer.cookies[0]!.value}` }
}

const make = (payload: object, who = 'ada') =>
  send({ method: 'POST', url: '/api/reports/studio/sites', payload, headers: as[who]! })
const get = async <Answer>(call: string, path: string) =>
  (await send({ url: `/api/reports/studio/${call}?path=${path}`, headers: as['ada']! })).json<Answer>()
const flowOf = async (path: string) => JSON.parse((await get<Draft>('draft', path)).text) as FlowDocument
const COMPANY = { name: 'Sun Media LLC', address: ['1 A Street', 'Anytown, TX 00000'], phone: '+15125550100' }

describe('a new site', () => {
  test.each(TEMPLATE_KEYS)(
    'of the template %s is a draft without problems, and nothing is live',
    async (template) => {
      const path = `new-${template}`
      const made = await make({ path, name: 'Sun & Co', template, accent: '#c2410c', company: COMPANY })
      expect([made.statusCode, made.json()]).toMatchObject([201, { revision: 1, based_on: null }])
      expect((await get<DraftProblems>('problems', path)).problems).toEqual([])
      const { data } = await get<{ data: StudioSite[] }>('sites', path)
      expect(data.find((site) => site.path === path)).toMatchObject({ live: [], versions: [] })
      expect((await store.live()).map((share) => share.path)).not.toContain(path)
      expect((await store.auditLog(1))[0]).toMatchObject({
        operator: 'ada',
        act: 'make_draft',
        about: `${path} from template ${template}`,
      })
    },
  )

  test('can be published once it names the company that sells its leads, and its author accepts that they wait', async () => {
    await make({ path: 'bare', name: 'Bare', template: 'debt', accent: '#c2410c' })
    const publish = (revision: number, leads_wait?: boolean) =>
      send({
        method: 'POST',
        url: '/api/reports/studio/publish',
        payload: { path: 'bare', revision, leads_wait },
        headers: as['ada']!,
      })
    expect((await publish(1)).json()).toMatchObject({
      version: null,
      problems: [{ code: 'company_missing' }],
    })
    const flow = await flowOf('bare')
    flow.ui_config.site.company = COMPANY
    await send({
      method: 'PATCH',
      url: '/api/reports/studio/draft',
      payload: { path: 'bare', revision: 1, text: JSON.stringify(flow) },
      headers: as['ada']!,
    })
    const why = refused(await publish(2))
    expect(why).toMatchObject({ code: 409, field: 'leads_wait' })
    expect(why.detail).toContain('no buyer named Example Debt Team is set up')
    expect(await get<DraftDifference>('difference', 'bare')).toMatchObject({
      unsold: [{ buyers: ['Example Debt Team'] }],
    })
    const { version } = (await publish(2, true)).json<{ version: number }>()
    expect(await open({ path: 'bare' })).toMatchObject({ version })
  })

  test('has a path that’s free and that the server doesn’t use itself', async () => {
    const wanted = { name: 'Sun', template: 'solar', accent: '#c2410c' }
    for (const [path, detail] of [
      ['new-solar', REFUSALS.pathTaken('new-solar')],
      ['small', REFUSALS.pathTaken('small')],
      ['desk', REFUSALS.ownAddress('desk')],
    ])
      expect(refused(await make({ ...wanted, path }))).toMatchObject({ code: 409, detail, field: 'path' })
    expect(refused(await make({ ...wanted, path: 'My Site' }))).toMatchObject({ code: 400 })
    expect(refused(await make({ ...wanted, path: 'long', name: 'a'.repeat(61) }))).toMatchObject({
      code: 400,
    })
    const both = { ...wanted, path: 'both', copy_of: 'small' }
    expect(refused(await make(both))).toMatchObject({ code: 400, detail: REFUSALS.templateOrCopy })
  })

  test('can only be created by operators of all sites, even at one of their own paths', async () => {
    const wanted = { path: 'solar', name: 'Sun', template: 'solar', accent: '#c2410c' }
    expect(refused(await make(wanted, 'one'))).toMatchObject({ code: 403 })
  })
})

describe('a copy of a site', () => {
  test('has its flow and files under the new brand; its company and its buyers keep their names', async () => {
    await make({ path: 'sun', name: 'Sun', template: 'solar', accent: '#c2410c', company: COMPANY })
    expect((await make({ path: 'moon', name: 'Moon', copy_of: 'sun' })).statusCode).toBe(201)
    const [sun, moon] = [await flowOf('sun'), await flowOf('moon')]
    expect(moon.ui_config.site).toMatchObject({ name: 'Moon', company: COMPANY })
    expect(JSON.stringify(moon)).not.toMatch(/\bSun\b(?! Media)/)
    expect(JSON.stringify(moon)).toContain('I give Moon and Example Solar Team')
    expect(JSON.stringify(moon)).toContain('doy a Moon y Example Solar Team')
    expect(Object.keys(moon.constants_config.questions)).toEqual(Object.keys(sun.constants_config.questions))
    expect((await get<DraftProblems>('problems', 'moon')).problems).toEqual([])
    expect((await get<Draft>('draft', 'moon')).files).toEqual((await get<Draft>('draft', 'sun')).files)
  })

  test('is made of the live version if there’s no draft, and of nothing else', async () => {
    expect((await make({ path: 'smaller', name: 'Smaller', copy_of: 'small' })).statusCode).toBe(201)
    expect((await flowOf('smaller')).ui_config.site.name).toBe('Smaller')
    const answer = await make({ path: 'none-2', name: 'None', copy_of: 'none' })
    expect(refused(answer)).toMatchObject({ code: 404, field: 'copy_of' })
  })
})
