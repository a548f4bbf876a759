import { EventEmitter } from 'node:events'
import type { Session } from '../../schemas/kernel/session.ts'
import type { Language } from '../../schemas/flow/flow.ts'
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
import { NOT_PROVED, openProver, type Proofs } from './prover.ts'
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
  let edition = await readSite(ctx, folder)
  let shown = edition.shown ? edition : null
  let number = 1
  let proofs: Proofs = NOT_PROVED
  let proved: Located[] | null = null
  let followed: string | null = null
  let reading: Promise<void> = Promise.resolve()
  void proveIt()

  async function proveIt(): Promise<void> {
    const { source, shown: isShown } = edition
    proved = null
    // If the page still shows the previous edition, so do its proofs.
    if (isShown) proofs = NOT_PROVED
    const answer = await prover.prove({ source, file, today: newYorkDate(ctx.now()) })
    if (!answer || edition.source !== source) return
    proved = answer.problems
    if (isShown)
      proofs = {
        state: answer.possible ? 'done' : 'undecided',
        reach: new Map(answer.possible?.map(([id, can]) => [id, can ? 'possible' : 'impossible'])),
      }
    changed()
  }

  async function read(): Promise<void> {
    const next = await readSite(ctx, folder).catch((error: NodeJS.ErrnoException) => {
      // An editor that replaces a file with a new one leaves none for a moment.
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!next || isSame(next, edition)) return
    edition = next
    if (next.shown) {
      shown = next
      number++
    }
    changed()
    void proveIt()
  }

  const session = async () => (followed === null ? null : ctx.store.session(followed))
  /** Answers so far in the followed session. */
  const answersKept = async (): Promise<Answers> => {
    const recorded = await session()
    const version = recorded && (await ctx.versions.get(recorded.version))
    return version ? standingOf({ flow: version.flow, origin: recorded.origin }, recorded.steps).answers : {}
  }
  let kept: Answers = {}
  /** Address by which the visitor came, and the day if it isn't today. */
  let arrival: Pick<Witness, 'query'> & { today: string | null } = TODAY

  return {
    async state() {
      const recorded = await session()
      const version = recorded && (await ctx.versions.get(recorded.version))
      const facts =
        recorded && version && shown
          ? {
              ...visitFacts(version.flow, { session: recorded, lineOf: shown.lineOf, proofs }),
              ...(await keptOf(ctx.store, recorded.uuid)),
            }
          : { steps: [], fields: [], leads: [], consents: [] }
      return {
        path,
        file,
        languages: shown?.shown ? [...languagesOf(shown.shown.flow)] : [],
        edition: number,
        isOutdated: edition.shown === null,
        problems: proved ?? edition.problems,
        proofs: edition.shown === null ? 'done' : proofs.state,
        ...facts,
      }
    },
    reread: () => (reading = reading.then(read)),
    async begin({ by, step, language }) {
      if (!shown?.shown) return null
      const { flow } = shown.shown
      kept = by === 'anew' ? {} : { ...kept, ...(await answersKept()) }
      const witness = by === 'jump' && step !== null ? await prover.witness(step) : null
      if (by === 'jump' && !witness) return null
      if (witness) kept = answersOf(witness)
      if (by !== 'keep') arrival = witness ?? TODAY
      clock.visitOn(arrival.today)
      const begun = await replay(ctx, {
        path,
        query: arrival.query,
        language,
        answers: kept,
        until: step,
      })
      if (begun) followed = begun.uuid
      changed()
      return begun

      function answersOf({ answers }: Witness): Answers {
        return Object.fromEntries(
          Object.entries(answers).flatMap(([id, entered]) => {
            const found = stepOf(inLanguage(flow, language), id)
            return found ? [[id, formData(flow, found, entered)] as const] : []
          }),
        )
      }
    },
    follow(token) {
      const uuid = uuidOf(token)
      if (uuid === followed) return
      followed = uuid
      changed()
    },
    touch: changed,
    onChange(listener) {
      events.on('change', listener)
      return () => events.off('change', listener)
    },
    close: () => prover.end(),
  }
}

const TODAY = { query: {}, today: null }

function isSame(one: SiteEdition, other: SiteEdition): boolean {
  return Buffer.from(one.source).equals(other.source) && one.shown?.version === other.shown?.version
}
