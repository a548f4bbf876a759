import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { DraftPage, WrittenDraft } from '../server/studio/draftPage.ts'
import { openSite, type OpenSite } from './openSite.ts'
import { sandboxedSite, type SandboxedSite } from './sandboxedSite.ts'

/** The thread in which the page of a draft is made: it may take a core for seconds and fall over, and visitors are answered
 *  meanwhile. */

export interface DraftThreadData {
  path: string
  productName: string
}
type Verb = Exclude<keyof DraftPage, 'close'> | 'end'
export type ThreadQuestion = { id: number; verb: Verb; asked: unknown }
export type ThreadAnswer = { id: number; answer: unknown } | { id: number; failure: string } | 'changed'

const { path, productName } = workerData as DraftThreadData
const say = (answer: ThreadAnswer) => parentPort!.postMessage(answer)
let site: OpenSite | null = null
let frame: SandboxedSite | null = null
const around = await mkdtemp(join(tmpdir(), 'leadloom-draft-'))
const folder = join(around, path)
await mkdir(folder)

const VERBS: Record<Verb, (asked: never) => Promise<unknown>> = {
  async write(written: WrittenDraft) {
    await writeInto(folder, written)
    if (site) return site.preview.reread()
    site = await openSite(join(folder, FLOW_FILE), { productName })
    frame = sandboxedSite(site)
    site.preview.onChange(() => say('changed'))
  },
  begin: (visit: Parameters<SandboxedSite['begin']>[0]) => frame!.begin(visit),
  state: () => site!.preview.state(),
  answer: (request: Parameters<SandboxedSite['answer']>[0]) => frame!.answer(request),
  async end() {
    await site?.close()
    await rm(around, { recursive: true, force: true })
  },
}

parentPort!.on('message', ({ id, verb, asked }: ThreadQuestion) => {
  VERBS[verb](asked as never).then(
    (answer) => say({ id, answer }),
    (error: unknown) =>
      say({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})

const FLOW_FILE = 'flow.json'

/** The flow comes last: a file may have its name. */
async function writeInto(folder: string, { text, files, gone }: WrittenDraft): Promise<void> {
  for (const name of gone) await rm(join(folder, name), { force: true })
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
  await writeFile(join(folder, FLOW_FILE), text)
}
