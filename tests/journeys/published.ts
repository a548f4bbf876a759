import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PUBLISHED, SHARED, startServer } from './serving.ts'

/** Starts a server once, before all journeys and all tests that start processes, as compiling and publishing the sites takes it seconds.
 *  Afterwards ends the servers that files shared. */
export default async function setup(): Promise<() => void> {
  if (process.env[PUBLISHED] !== undefined) return () => {}
  const server = await startServer()
  await server.stop()
  const published = mkdtempSync(join(tmpdir(), 'leadloom-published-'))
  cpSync(server.dataDir, published, { recursive: true })
  await server.end()
  const shared = mkdtempSync(join(tmpdir(), 'leadloom-shared-'))
  Object.assign(process.env, { [PUBLISHED]: published, [SHARED]: shared })
  return () => {
    for (const pid of readdirSync(shared)) {
      process.kill(Number(pid), 'SIGKILL')
      rmSync(readFileSync(join(shared, pid), 'utf8'), { recursive: true })
    }
    for (const folder of [published, shared]) rmSync(folder, { recursive: true })
  }
}
