import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { chosenHosts } from '../../src/flow/vendors/vendors.ts'
import { leadloom } from '../cli/commandLine.ts'

/** Publishes a flow on its own path, as its author would: in a folder with the stylesheet and icons of the site whose template it uses.
 *  Then waits until the server knows the path. Throws the command's message if it is refused. */
export async function publishFlow(
  flow: FlowDocument,
  path: string,
  { url, dataDir }: { url: string; dataDir: string },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-flow-'))
  const site = `fixtures/sites/${flow.ui_config.template}`
  for (const file of readdirSync(site)) copyFileSync(join(site, file), join(folder, file))
  writeFileSync(join(folder, 'flow.json'), JSON.stringify(flow, null, 2))
  const world = { env: { DATA_DIR: dataDir, SHARED_ORIGIN: 'accept' }, now: Date.now }
  for (const { host } of chosenHosts(flow.ui_config.entrypoint.tracking_scripts))
    await leadloom(['hosts', 'add', host], world)
  const { code, out, err } = await leadloom(['publish', join(folder, 'flow.json'), '--path', path], world)
  rmSync(folder, { recursive: true })
  if (code !== 0) throw new Error(`The flow was not published:\n${out}${err}`)
  await untilLive(url, path)
}

/** Waits until a server knows a path that was published beside it; it checks once a second. */
export async function untilLive(url: string, path: string): Promise<void> {
  while (!(await fetch(`${url}/api/path-config?path=${path}`)).ok) await sleep(LOOK_EVERY_MS)
}

const LOOK_EVERY_MS = 100
