import { hash } from 'node:crypto'
import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import type { OpenStore } from '../contract.ts'
import { createDatabase, SERVER_URL, TEMPLATE, urlOf } from './server.ts'

const made = new Map<string, Promise<string>>()

/** Address of a database only for `place` in the running test file; empty at first, with our tables. */
export function databaseOf(place: string, template = TEMPLATE): Promise<string> {
  const ofFile = `${expect.getState().testPath} ${place}`
  const known = made.get(ofFile) ?? makeOne(ofFile, template)
  made.set(ofFile, known)
  return known
}

async function makeOne(place: string, template: string): Promise<string> {
  const name = `t_${hash('sha256', place).slice(0, 24)}`
  const server = process.env[SERVER_URL]!
  await createDatabase(await (maker ??= connect(server)), name, template)
  return urlOf(server, name)
}

/** Connection shared by all tests, as connecting takes half as long as making a database. It ends with the server. */
let maker: Promise<Client> | undefined

async function connect(server: string): Promise<Client> {
  const client = new Client({ connectionString: server })
  client.on('error', () => {})
  await client.connect()
  return client
}

export const openOnPostgres: OpenStore = async (place, options) => {
  const store = await openPostgres({ url: await databaseOf(place), ...options })
  onTestFinished(() => store.close())
  return store
}
