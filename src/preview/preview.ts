import { EventEmitter } from 'node:events'
import type { Session } from '../../schemas/kernel/session.ts'
import type { Flow, Language } from '../../schemas/flow/flow.ts'
import type { Located } from '../../schemas/author/problem.ts'
import type { PreviewState } from '../../schemas/author/preview.ts'
import { formData, stepOf } from '../author/simulate/script.ts'
import type { Witness } from '../author/solve/witness.ts'
import type { Answers } from '../flow/answers/stepData.ts'
import { standingOf } from '../flow/judge.ts'
import { inLanguage } from '../flow/languages/inLanguage.ts'
import { languagesOf } from '../flow/languages/language.ts'
import type { Context } from '../server/context.ts'
import { uuidOf } from '../server/visitors/token.ts'
import { newYorkDate } from '../time/newYorkDay.ts'
import { keptOf, visitFacts } from './paneFacts.ts'
import { NOT_PROVED, openProver, type Prover } from './prover.ts'
import { replay } from './replay.ts'
import { readSite, type SiteEdition, type SiteFolder } from './siteFolder.ts'

/** Place where a new visit should begin. */
export interface Wish {
  /** `keep`: with the given answers, up to `step` or the first open one. `jump`: at `step`, with the answers of a visitor who reaches
   *  it. `anew`: without answers. */
  by: 'keep' | 'jump' | 'anew'
  step: string | null
  language: Language | undefined
}

/** Clock of a preview, because a step may be shown only on some days. */
export interface Clock {
  now: () => number
  /** `day`: YYYY-MM-DD; null for today. */
  visitOn: (day: string | null) => void
}

/** A site as its author sees it while writing. */
export interface Preview {
  state(): Promise<PreviewState>
  /** Reads the folder again. */
  reread(): Promise<void>
  /** Begins a visit of the edition that can be shown; null if there is none, or no visitor is known to reach the step. */
  begin(wish: Wish): Promise<Session | null>
  /** Makes the session with this token the one that the author looks at. */
  follow(token: string): void
  /** Reports that something was recorded. */
  touch(): void
  onChange(listener: () => void): () => void
  close(): Promise<void>
}

export async function openPreview(
  ctx: Context,
  { clock, ...folder }: SiteFolder & { clock: Clock },
): Promise<Preview> {
  const { file, path } = folder
  const events = new EventEmitter().setMaxListeners(0)
  const changed = () => void events.emit('change')
  const prover = openProver()
  const editions = await readEditions(ctx, folder, {
    onNew() {
      changed()
      void proofs.prove()
    },
    onGone: changed,
  })
  const proofs = createProofs(ctx, { file, editions, prover, changed })
  const visit = createVisit(ctx, { path, clock, editions, prover, changed })
  void proofs.prove()
  return {
    async state() {
      const recorded = await visit.recorded()
      const { latest, shown, number } = editions
      const facts =
        recorded && shown
          ? {
              ...visitFacts(recorded.flow, {
                session: recorded.session,
                lineOf: shown.lineOf,
                proofs: proofs.ofShown,
              }),
              ...(await keptOf(ctx.store, recorded.session.uuid)),
            }
          : { steps: [], fields: [], leads: [], consents: [] }
      return {
        path,
        file,
        languages: shown?.shown ? [...languagesOf(shown.shown.flow)] : [],
        edition: number,
        isOutdated: latest.shown === null,
        isGone: editions.isGone,
        problems: proofs.problems ?? latest.problems,
        proofs: latest.shown === null ? 'done' : proofs.ofShown.state,
        ...facts,
      }
    },
    reread: editions.reread,
    begin: visit.begin,
    follow: visit.follow,
    touch: changed,
    onChange(listener) {
      events.on('change', listener)
      return () => events.off('change', listener)
    },
    close: () => prover.end(),
  }
}

/** Editions of a site, as its author saves them. */
interface Editions {
  latest: SiteEdition
  /** True while the file is not there. */
  isGone: boolean
  /** The latest that can be shown. */
  shown: SiteEdition | null
  /** Number of editions that could be shown. */
  number: number
  reread: () => Promise<void>
}

async function readEditions(
  ctx: Context,
  folder: SiteFolder,
  {
    onNew,
    onGone,
  }: { onNew: () => void; /** Called when the file goes and when it is back. */ onGone: () => void },
): Promise<Editions> {
  const latest = await readSite(ctx, folder)
  let reading: Promise<void> = Promise.resolve()
  const editions: Editions = {
    latest,
    isGone: false,
    shown: latest.shown ? latest : null,
    number: 1,
    reread: () => (reading = reading.then(read)),
  }
  return editions

  async function read(): Promise<void> {
    const next = await readSite(ctx, folder).catch((error: NodeJS.ErrnoException) => {
      // The folder was moved or deleted, or an editor replaces the file with a new one, which leaves none for a moment.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
      throw error
    })
    if (editions.isGone !== (next === null)) {
      editions.isGone = next === null
      onGone()
    }
    if (!next || isSame(next, editions.latest)) return
    editions.latest = next
    if (next.shown) {
      editions.shown = next
      editions.number++
    }
    onNew()
  }
}

interface Proving {
  file: string
  editions: Editions
  prover: Prover
  changed: () => void
}

/** Proofs about the editions: all problems of the latest, null until they are known, and the proofs of the one that is shown. */
function createProofs(ctx: Context, { file, editions, prover, changed }: Proving) {
  const proofs = {
    problems: null as Located[] | null,
    ofShown: NOT_PROVED,
    /** Proves the latest edition. */
    async prove(): Promise<void> {
      const { source, shown } = editions.latest
      proofs.problems = null
      // If the page still shows the previous edition, so do its proofs.
      if (shown) proofs.ofShown = NOT_PROVED
      const answer = await prover.prove({ source, file, today: newYorkDate(ctx.now()) })
      if (!answer || editions.latest.source !== source) return
      proofs.problems = answer.problems
      if (shown)
        proofs.ofShown = {
          state: answer.possible ? 'done' : 'undecided',
          reach: new Map(answer.possible?.map(([id, can]) => [id, can ? 'possible' : 'impossible'])),
        }
      changed()
    },
  }
  return proofs
}

interface Visiting {
  path: string
  clock: Clock
  editions: Editions
  prover: Prover
  changed: () => void
}

/** The visit that the author looks at. A new one keeps the answers of the previous one, or of a visitor who reaches its step. */
function createVisit(ctx: Context, { path, clock, editions, prover, changed }: Visiting) {
  let followed: string | null = null
  let kept: Answers = {}
  /** Address by which the visitor came, and the day if it isn't today. */
  let arrival: Pick<Witness, 'query'> & { today: string | null } = TODAY

  /** Session of the visit, with its flow; null if there is none. */
  async function recorded() {
    const session = followed === null ? null : await ctx.store.session(followed)
    const version = session && (await ctx.versions.get(session.version))
    return session && version ? { session, flow: version.flow } : null
  }

  /** Answers so far in the visit. */
  async function answered(): Promise<Answers> {
    const visit = await recorded()
    if (!visit) return {}
    const { flow, session } = visit
    return standingOf({ flow, origin: session.origin }, session.steps).answers
  }

  async function begin({ by, step, language }: Wish): Promise<Session | null> {
    const { shown } = editions
    if (!shown?.shown) return null
    const { flow } = shown.shown
    kept = by === 'anew' ? {} : { ...kept, ...(await answered()) }
    const witness = by === 'jump' && step !== null ? await prover.witness(step) : null
    if (by === 'jump' && !witness) return null
    if (witness) kept = enteredAnswers(inLanguage(flow, language), witness)
    if (by !== 'keep') arrival = witness ?? TODAY
    clock.visitOn(arrival.today)
    const begun = await replay(ctx, { path, query: arrival.query, language, answers: kept, until: step })
    if (begun) followed = begun.uuid
    changed()
    return begun
  }

  function follow(token: string): void {
    const uuid = uuidOf(token)
    if (uuid === followed) return
    followed = uuid
    changed()
  }

  return { recorded, begin, follow }
}

function enteredAnswers(flow: Flow, { answers }: Witness): Answers {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([id, entered]) => {
      const found = stepOf(flow, id)
      return found ? [[id, formData(flow, found, entered)] as const] : []
    }),
  )
}

const TODAY = { query: {}, today: null }

function isSame(one: SiteEdition, other: SiteEdition): boolean {
  return Buffer.from(one.source).equals(other.source) && one.shown?.version === other.shown?.version
}
