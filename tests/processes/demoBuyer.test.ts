import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { DeliveryList } from '../../schemas/desk/deliveries.ts'
import type { BuyerLine, BuyerList } from '../../schemas/desk/buyers.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import { journeysOf } from '../../src/cli/seed/journeysOf.ts'
import { openStore } from '../../src/store/openStore.ts'
import { publishPlaceholders } from '../server/placeholders.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'
import { openSession, send } from '../soak/send.ts'

/** Tests the demo buyer in a server that is started as `npm start` starts it. */

const SITE = 'class-action-finder'
const NO_AGENT = { agent: undefined as never }

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
/** Words of `npm start` after the build: node, the launcher, and its arguments. */
const START = scripts.start.split('&&').at(-1)!.trim().split(' ').slice(1)

/** Folder in which only one demo site is left to be published, since each takes a second. */
async function dataFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-demo-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await layEmptyDatabase(dataDir)
  const store = await openStore({ dataDir, hasThreads: false })
  await publishPlaceholders(store, { but: SITE })
  await store.close()
  return dataDir
}

async function started(env: Record<string, string>, words = START) {
  const password = 'a demo of many leads'
  const child = spawn(process.execPath, words, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_NO_WARNINGS: '1',
      PORT: '0',
      LOG_LEVEL: 'error',
      OPERATOR_PASSWORD: password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.startsWith('Press Ctrl+C')) break
  }
  const printed = lines.join('\n')
  const url = /running at (\S+)/.exec(printed)![1]!
  return { printed, url, ask: await loggedIn(url, password) }
}

/** Calls of the desk as the first operator. */
async function loggedIn(url: string, password: string) {
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'leadloom' }
  const login = await fetch(`${url}/api/reports/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'operator', password }),
  })
  expect(login.status).toBe(200)
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  return async <T>(path: string, body?: object): Promise<T> => {
    const method = body ? 'POST' : 'GET'
    const sent = { method, headers: { ...headers, cookie }, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${url}/api/reports/desk/${path}`, sent)
    expect([path, answer.status, answer.ok ? '' : await answer.text()]).toEqual([path, 200, ''])
    return (await answer.json()) as T
  }
}

/** Walks the demo funnel over HTTP as a made-up visitor who becomes a lead; resolves to the session. */
async function walk(url: string, seed: number): Promise<string> {
  const flow = JSON.parse(readFileSync(`fixtures/sites/${SITE}/flow.json`, 'utf8')) as Flow
  const sells = (effect: { type: string }) => JSON.stringify(effect).includes('send_lead')
  const journey = journeysOf(flow, { seed, now: Date.now() }).find(({ moves }) =>
    moves.some(({ effects }) => effects.some(sells)),
  )!
  const server = { urls: [url], ...NO_AGENT }
  const session = await openSession(server, SITE)
  for (const effect of [journey.arrival, ...journey.moves.map(({ effects }) => effects)].flat()) {
    if (effect.type !== 'step') continue
    const { type: _, step, timeOnStepMs, ...rest } = effect
    const body = { id: randomUUID(), ...step, time_on_step: timeOnStepMs, ...rest }
    await send(server, session, { name: 'POST /api/sessions/step', body })
  }
  return session.uuid
}

type Ask = Awaited<ReturnType<typeof loggedIn>>

const buyersOf = async (ask: Ask) => (await ask<BuyerList>('buyers')).data

const deliveriesOf = async (ask: Ask) => (await ask<DeliveryList>('deliveries', {})).data

async function soldTo(ask: Ask, uuid: string) {
  const data = await deliveriesOf(ask)
  return data.filter(({ session_uuid, state }) => session_uuid === uuid && state === 'accepted')
}

test('npm start sells a lead of a demo site at a price, and a saved buyer replaces the demo buyer', async () => {
  const { printed, url, ask } = await started({ DATA_DIR: await dataFolder() })
  expect(printed).toContain('A demo buyer takes every lead of the demo sites for $25.00.')
  const demo = await buyersOf(ask)
  expect(new Set(demo.map(({ origin }) => origin))).toEqual(new Set(['demo']))
  const address = (line: BuyerLine) => URL.parse(String(line.document['url']))?.hostname
  expect(new Set(demo.map(address))).toEqual(new Set(['127.0.0.1']))

  const uuid = await walk(url, 7)
  await expect.poll(() => soldTo(ask, uuid), { timeout: 20_000 }).not.toEqual([])
  const { buyer } = (await soldTo(ask, uuid))[0]!
  const sold = (await buyersOf(ask)).find((line) => line.buyer === buyer)!
  expect(sold.today).toMatchObject({ accepted: 1, net_cents: 2500 })

  const document = { format: 'json', url: 'https://buyer.example/leads', paused: true }
  await ask('buyers', { buyer, revision: 0, document })
  const lines = (await buyersOf(ask)).filter((line) => line.buyer === buyer)
  expect(lines).toMatchObject([{ origin: 'store', document }])
  // Another person, since a buyer gets nobody twice within a month.
  const waiting = await walk(url, 8)
  await expect
    .poll(async () => (await deliveriesOf(ask)).filter((one) => one.session_uuid === waiting))
    .toContainEqual(expect.objectContaining({ buyer, state: 'due', held: 'paused' }))
})

test('there’s no demo buyer outside the demo', async () => {
  const DATA_DIR = await dataFolder()
  const server = await started({ DATA_DIR }, [START[0]!, 'serve', '--plain'])
  expect(server.printed).not.toContain('demo buyer')
  expect(await buyersOf(server.ask)).toEqual([])
})

test('npm start has no demo buyer with a deployment’s setting', async () => {
  const server = await started({ DATA_DIR: await dataFolder(), SECRETS_KEY: 's'.repeat(32) })
  expect(server.printed).not.toContain('demo buyer')
  expect(await buyersOf(server.ask)).toEqual([])
})
