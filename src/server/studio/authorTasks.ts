import type { Flow, FlowDocument } from '../../../schemas/flow/flow.ts'
import type { Located } from '../../../schemas/author/problem.ts'
import type { ReplayPart, ReplayVisit } from '../../../schemas/studio/replay.ts'
import type { DraftDifference, DraftProblems } from '../../../schemas/studio/drafts.ts'
import { changesOf } from '../../author/diff/changesOf.ts'
import { effectsOf } from '../../author/diff/effectsOf.ts'
import type { Beside } from '../../author/document/checkFiles.ts'
import { flowSteps } from '../../author/document/flowSteps.ts'
import { readSource } from '../../author/document/place.ts'
import { problemsOf, type Decisions } from '../../author/problemsOf.ts'
import { compareVisit } from '../../author/replay/compareVisit.ts'
import type { RecordedVisit } from '../../author/replay/givenAnswers.ts'
import { openReplayTally } from '../../author/replay/replayTally.ts'
import { isBroken, isError } from '../../author/kernel/weights.ts'
import { named } from '../../flow/named.ts'
import { visitOf, type KeptVisit } from '../../store/nouns/reports/recordedVisits.ts'
import { answerTasks } from '../isolated/answerTasks.ts'
import type { PictureMaker } from '../publish/pictures/makePictures.ts'
import { checkedSite, type MadeSite, type PictureStore } from '../publish/publish.ts'

/** Process that reads drafts. One takes a core for seconds, during which the server keeps answering visitors. */

/** A draft as sent to this process. */
interface Written {
  text: string
  files: ReadonlyMap<string, Uint8Array>
  productName: string
  /** YYYY-MM-DD. */
  today: string
}

/** Settings of the server on which the draft goes live. */
interface Checked {
  decisions: Decisions
}

export type AuthorTask = Written &
  (
    | ({ task: 'problems' } & Checked)
    | { task: 'difference'; before: Flow | null }
    | ({ task: 'make' } & Checked)
    | ({ task: 'replay'; visits: readonly KeptVisit[] } & Version)
    | ({ task: 'replayVisit'; visit: RecordedVisit; seesPersons: boolean } & Version)
  )

/** The version whose visits are walked through the draft. */
interface Version {
  version: number
  before: Flow
}

export interface TaskAnswers {
  problems: Pick<DraftProblems, 'problems' | 'steps'>
  difference: Pick<DraftDifference, 'changes' | 'effects' | 'problems'>
  replay: Pick<ReplayPart, 'visits' | 'differing' | 'lines' | 'problems'>
  /** Null if the draft has an error. */
  replayVisit: ReplayVisit | null
  make: { site: MadeSite | null; problems: Located[] }
}

/** Number of simulated visitors; two thousand would take ten seconds for a large flow. */
const VISITORS = 500

answerTasks<AuthorTask, TaskAnswers[keyof TaskAnswers]>(async (task, { say, ask }) => {
  // The server owns the store, and pictures are made in a separate process.
  const store: PictureStore = {
    importedFile: (name) => ask('importedFile', name),
    keepImportedFile: (name, content) => ask('keepImportedFile', name, content),
  }
  const pictures: PictureMaker = { make: (order) => ask('makePicture', order), end: () => {} }
  say(await answerTo(task, store, pictures))
})

async function answerTo(
  task: AuthorTask,
  store: PictureStore,
  pictures: PictureMaker,
): Promise<TaskAnswers[keyof TaskAnswers]> {
  const { text, files, productName, today } = task
  const source = Buffer.from(text)
  const beside: Beside = (name) => {
    const bytes = files.get(name)
    return bytes ? Buffer.from(bytes) : null
  }
  if (task.task === 'problems') {
    const problems = problemsOf(source, beside, today, undefined, task.decisions)
    if (problems.some(isBroken)) return { problems, steps: null }
    const { document, lineOf } = readSource(source)
    return { problems, steps: flowSteps(document as FlowDocument, { lineOf }) }
  }
  if (task.task === 'make')
    return checkedSite(store, { source, beside, productName, pictures }, task.decisions)
  if (task.task === 'replay') {
    const { after, problems } = walkable(task)
    if (!after) return { visits: 0, differing: 0, lines: [], problems }
    const tally = openReplayTally(flowOf(task), after)
    for (const visit of task.visits) tally.add(visitOf(visit))
    return { ...tally.counted(), problems: [] }
  }
  if (task.task === 'replayVisit') {
    const { after } = walkable(task)
    return after && compareVisit(flowOf(task), after, task.visit, task.seesPersons)
  }
  const problems = problemsOf(source, beside, today, null)
  if (problems.some(isError)) return { changes: [], effects: null, problems: problems.filter(isError) }
  if (!task.before) return { changes: [], effects: null, problems: [] }
  const { $schema: _, ...written } = readSource(source).document as FlowDocument
  const after = named(written, productName)
  const changes = changesOf(task.before, after)
  const walk = () => effectsOf(task.before!, after, { visitors: VISITORS, today, onVisitor: () => {} })
  return { changes, effects: changes.length === 0 ? null : walk(), problems: [] }
}

/** Draft and version of the last replay task. One replay is many tasks, and this way a flow is only processed once. */
let draft: { text: string; after: Flow | null; problems: Located[] } | null = null
let version: { version: number; flow: Flow } | null = null

/** The draft as it would be published, without the files beside it, because pictures don't change a visitor's path. */
function walkable({ text, productName, today }: Written): { after: Flow | null; problems: Located[] } {
  if (draft?.text === text) return draft
  const problems = problemsOf(text, undefined, today, null).filter(isError)
  const after = () => named(readSource(text).document as FlowDocument, productName)
  const read = { text, problems, after: problems.length > 0 ? null : after() }
  draft = read
  return read
}

function flowOf({ version: number, before }: Version): Flow {
  if (version?.version !== number) version = { version: number, flow: before }
  return version.flow
}
