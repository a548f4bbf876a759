import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import { drawWith } from '../../src/server/pages/drawStep.ts'
import { loadRenderer } from '../../src/server/pages/firstStep.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { publishFile } from '../../src/server/publish/publish.ts'
import { tryVersion } from '../../src/server/publish/tryVersion.ts'
import { BUILT } from './built.ts'
import { refused, running } from './running.ts'
import { loggedIn } from './loggedIn.ts'
import { SMALL_FLOW } from './smallFlow.ts'

/** Changes that newer code may publish and this server doesn't know. */
const NEWER: [name: string, change: (flow: Flow) => void, validators?: string][] = [
  ['a widget', (flow) => void (firstElement(flow)['widget'] = 'hologram')],
  ['an element', (flow) => void (firstElement(flow)['type'] = 'hologram')],
  [
    'a condition of a rule',
    (flow) => {
      const conditions = [{ field: 'hurt', condition: 'resembles', arg: 'yes' }]
      flow.ui_config.offers['claim']!.steps[1]!.display_rules = [{ operator: null, conditions } as never]
    },
  ],
  ['a validator', () => {}, 'const newer = ; export { steps }'],
]

function firstElement(flow: Flow): Record<string, unknown> {
  return flow.ui_config.offers['claim']!.steps[1]!.questions[0] as unknown as Record<string, unknown>
}

function newer(change: (flow: Flow) => void, validators = compileValidators(SMALL_FLOW)) {
  const flow = structuredClone(SMALL_FLOW)
  flow.ui_config.title = 'From newer code'
  change(flow)
  return { path: 'small', flow, style: '', validators, icons: {} }
}

describe.each(NEWER)('a version with %s that this server doesn’t know', (_, change, validators) => {
  test('never goes live on it, and visitors stay on the previous version', async () => {
    const { app, store, ctx } = await running({ folders: BUILT, env: { RATE_LIMIT: '0' } })
    const page = async () => {
      ctx.versions.forgetLive()
      const answer = await app.inject({ url: '/small' })
      return [answer.statusCode, /<title>(.*)<\/title>/.exec(answer.body)?.[1]]
    }
    expect(await page()).toEqual([200, 'A small flow'])
    await store.publish({ ...newer(change, validators), at: Date.now() })
    expect(await page()).toEqual([200, 'A small flow'])
    // A server with the same code that starts now.
    const other = await running({ store, folders: BUILT, flow: { ...SMALL_FLOW, offer_order: ['claim'] } })
    expect(await other.ctx.versions.leading('small')).toMatchObject({ flow: { offer_order: ['claim'] } })
  })
})

test('if one version of a path can’t be shown, the previous shares apply', async () => {
  const { store, ctx } = await running()
  await store.publish({ ...newer(NEWER[2]![1]), at: Date.now() }, 30)
  ctx.versions.forgetLive()
  expect(await ctx.versions.shares('small')).toMatchObject([{ version: 1, weight: 100 }])
})

test('a path whose only version can’t be shown has none', async () => {
  const { store, ctx } = await running()
  await store.publish({ ...newer(NEWER[2]![1]), path: 'new', at: Date.now() })
  ctx.versions.forgetLive()
  expect(await ctx.versions.livePaths()).toEqual(['small'])
})

test('the log names a version that can’t be shown once', async () => {
  const { store, ctx } = await running()
  const unshown: string[] = []
  ctx.versions.tryWith({ draw: null, onUnshown: ({ path, version }) => unshown.push(`${path} ${version}`) })
  await store.publish({ ...newer(NEWER[2]![1]), at: Date.now() })
  for (let i = 0; i < 3; i++) {
    ctx.versions.forgetLive()
    await ctx.versions.livePaths()
  }
  expect(unshown).toEqual(['small 2'])
})

test('refuses to roll back to a version that this server can’t show', async () => {
  const { store, send } = await running()
  const headers = await loggedIn({ send, store })
  const version = await store.publish({ ...newer(NEWER[2]![1]), at: Date.now() })
  await store.activate(1, { weight: 100, at: Date.now() })
  const payload = { path: 'small', version }
  const answer = await send({ method: 'POST', url: '/api/reports/studio/rollback', payload, headers })
  expect(refused(answer)).toMatchObject({
    code: 409,
    field: 'version',
    detail: `This server can't show version ${version}: newer code may have published it. Upgrade the server, then try again.`,
  })
  expect((await store.live()).map((share) => share.version)).toEqual([1])
})

test.each(readdirSync('fixtures/sites'))('every step of /%s can be shown', async (site) => {
  const { store, app, ctx } = await running({ folders: BUILT, env: { LOG_LEVEL: 'silent' } })
  const file = join('fixtures/sites', site, 'flow.json')
  const { version } = await publishFile(store, { file, path: site, productName: 'Leadloom', now: Date.now() })
  await app.ready()
  const shown = (await store.version(version!))!
  const draw = drawWith((await loadRenderer(BUILT.render))!)
  await expect(tryVersion(shown, draw)).resolves.toBeUndefined()
  expect(await ctx.versions.canShow(version!)).toBe(true)
})
