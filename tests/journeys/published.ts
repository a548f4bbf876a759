import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PUBLISHED, startServer } from './serving.ts'

/** Before all journeys, and all that start processes: a server starts once for all of theirs. To compile and publish the sites
 *  takes it seconds, and each file has a server of its own. */
export default async function setup(): Promise<() => void> {
  if (process.env[PUBLISHED] !== undefined) return () => {}
  const server = await startServer()
  await server.stop()
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-published-'))
  cpSync(server.dataDir, folder, { recursive: true })
  await server.end()
  process.env[PUBLISHED] = folder
  return () => rmSync(folder, { recursive: true })
}
