import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endWithServer } from '../server/isolated/endWithServer.ts'
import type { Made, Order, PictureMaker } from '../server/publish/pictures/makePictures.ts'
import type { DraftPage, WrittenDraft } from '../server/studio/draftPage.ts'
import { openSite, type OpenSite } from './openSite.ts'
import { sandboxedSite, type SandboxedSite } from './sandboxedSite.ts'

/** Process that makes the page of a draft. It may occupy a core for seconds and crash, while the server keeps answering visitors. It has
 *  its own folder for its files and its database; the server's own makers make the pictures. */

export interface DraftBegin {
  path: string
  productName: string
  /** Initially empty; the server deletes it. */
  folder: string
}
type Verb = Exclude<keyof DraftPage, 'close'> | 'end'
/** Messages of the server: first how the page begins, then questions, and the results of pictures. */
export type ToDraft = { begin: DraftBegin } | DraftQuestion | Drawn
export type DraftQuestion = { id: number; verb: Verb; asked: unknown }
export type FromDraft = DraftAnswer | 'changed' | { id: number; draw: Order }
export type DraftAnswer = { id: number; answer: unknown } | { id: number; failure: string }
/** A `failure` is thrown. */
type Drawn = { id: number; drawn: Made | null } | { id: number; undrawn: string }

const FLOW_FILE = 'flow.json'
const say = (said: FromDraft) => void process.send!(said)
const drawing = new Map<number, PromiseWithResolvers<Made | null>>()
let orders = 0
const pictures: PictureMaker = {
  make(order) {
    const id = orders++
    const drawn = Promise.withResolvers<Made | null>()
    drawing.set(id, drawn)
    say({ id, draw: order })
    return drawn.promise
  },
  end: () => {},
}

let begin: DraftBegin
let site: OpenSite | null = null
let frame: SandboxedSite | null = null

const VERBS: Record<Verb, (asked: never) => Promise<unknown>> = {
  async write(written: WrittenDraft) {
    const folder = join(begin.folder, begin.path)
    await writeInto(folder, written)
    if (site) return site.preview.reread()
    const { productName } = begin
    site = await openSite(join(folder, FLOW_FILE), { productName, pictures, under: begin.folder })
    frame = sandboxedSite(site)
    site.preview.onChange(() => say('changed'))
  },
  begin: (visit: Parameters<SandboxedSite['begin']>[0]) => frame!.begin(visit),
  state: () => site!.preview.state(),
  answer: (request: Parameters<SandboxedSite['answer']>[0]) => frame!.answer(request),
  end: async () => site?.close(),
}

process.on('message', (message: ToDraft) => {
  if ('begin' in message) begin = message.begin
  else if ('verb' in message)
    VERBS[message.verb](message.asked as never).then(
      (answer) => say({ id: message.id, answer }),
      (error: unknown) => say({ id: message.id, failure: String((error as Error).stack ?? error) }),
    )
  else {
    const drawn = drawing.get(message.id)
    drawing.delete(message.id)
    if ('undrawn' in message) drawn?.reject(new Error(message.undrawn))
    else drawn?.resolve(message.drawn)
  }
})
endWithServer()

/** Writes the flow last, because another file may have its name. */
async function writeInto(folder: string, { text, files, gone }: WrittenDraft): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of gone) await rm(join(folder, name), { force: true })
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
  await writeFile(join(folder, FLOW_FILE), text)
}
