import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { draftPageOpener, openDraftPage } from '../../../src/preview/openDraftPage.ts'
import { ISOLATION } from '../../../src/server/kernel/callRefusals.ts'
import { leadloom } from '../../cli/commandLine.ts'

/** The page of a draft whose process breaks or is told to leave its folder. */

const around = mkdtempSync(join(tmpdir(), 'leadloom-drafts-'))
afterAll(() => rmSync(around, { recursive: true }))
const site = join(around, 'my-site')
await leadloom(['init', site, '--name', 'My Site', '--kind', 'claims'])
const text = readFileSync(join(site, 'flow.json'), 'utf8')
const files = new Map(
  readdirSync(site)
    .filter((name) => name !== 'flow.json')
    .map((name) => [name, readFileSync(join(site, name))]),
)

/** Processes that make pages of these tests' drafts. */
function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--allow-fs-write=${around}`)
      } catch {
        // The process has ended meanwhile.
        return false
      }
    })
}

async function opened(open = openDraftPage) {
  const endedBy: Error[] = []
  const page = await open({
    path: 'my-site',
    written: { text, files, gone: [] },
    productName: 'Leadloom',
    onChange: () => {},
    onEnd: (error) => endedBy.push(error),
  })
  onTestFinished(() => page.close())
  return { page, endedBy }
}

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('leadloom-draft-'))
// Other tests open some meanwhile.
beforeEach(() => void vi.stubEnv('TMPDIR', around))
afterEach(() => void vi.unstubAllEnvs())

test('a draft whose process is killed ends with a refusal, leaves nothing, and can be opened again', async () => {
  const { page, endedBy } = await opened()
  const [pid] = processes()
  process.kill(pid!, 'SIGSTOP')
  const asked = page.state()
  process.kill(pid!, 'SIGKILL')
  await expect(asked).rejects.toMatchObject({ statusCode: 422 })
  expect(endedBy).toMatchObject([{ statusCode: 422 }])
  await expect(page.state()).rejects.toMatchObject({ statusCode: 422 })
  await page.close()
  expect(folders()).toEqual([])

  const next = await opened()
  expect(await next.page.begin({ by: 'anew', step: null })).toBe(true)
  await next.page.close()
  expect(next.endedBy).toEqual([])
  expect([processes(), folders()]).toEqual([[], []])
})

test('a draft whose process hangs is closed in time', async () => {
  const { page, endedBy } = await opened()
  process.kill(processes()[0]!, 'SIGSTOP')
  await page.close()
  expect([processes(), endedBy]).toEqual([[], []])
})

test('a draft that takes too much memory or time is refused and leaves nothing', async () => {
  const mostMs = 150_000
  const refused = (message: string) => ({ statusCode: 422, message })
  await expect(opened(draftPageOpener({ memoryMb: 10, mostMs }))).rejects.toMatchObject(
    refused(ISOLATION.tooLarge),
  )
  await expect(opened(draftPageOpener({ memoryMb: 1536, mostMs: 1 }))).rejects.toMatchObject(
    refused(ISOLATION.tooLong),
  )
  expect([processes(), folders()]).toEqual([[], []])
})

test('a draft whose server is killed ends with it', async () => {
  const killed = spawnSync(process.execPath, ['--input-type=module', '--eval', KILLED_WHEN_OPEN, site])
  expect(killed.signal).toBe('SIGKILL')
  await expect.poll(processes).toEqual([])
})

const KILLED_WHEN_OPEN = `
  import { readFileSync } from 'node:fs'
  const { openDraftPage } = await import('${new URL('../../../src/preview/openDraftPage.ts', import.meta.url).href}')
  const written = { text: readFileSync(process.argv[1] + '/flow.json', 'utf8'), files: new Map(), gone: [] }
  await openDraftPage({ path: 'my-site', written, productName: 'Leadloom', onChange() {}, onEnd() {} })
  process.kill(process.pid, 'SIGKILL')
`
