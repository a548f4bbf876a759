import { named } from '../../flow/named.ts'
import { openReplayTally } from '../../author/replay/replayTally.ts'
import { problemsOf } from '../../author/problemsOf.ts'
import { isError } from '../../author/kernel/weights.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { visitOf } from '../../store/nouns/reports/recordedVisits.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { DAY_MS } from '../../time/durations.ts'
import type { Store } from '../../store/store.ts'
import { replayWords } from '../../author/words/replayWords.ts'
import { command, countOf } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { readFlow } from '../files/readFlow.ts'
import { theLiveOne, versionOf } from '../files/flowNamed.ts'
import { sitePath } from '../kernel/sitePath.ts'
import { settingsOf, withKeptStore } from '../kernel/withStore.ts'
import { problemText, progress } from '../words/report.ts'

export const replay = command('replay', {
  summary: 'Run recorded visits through a draft to see what would change',
  usage: 'PATH --draft FILE [--version ID] [--days N]',
  about:
    "Each visitor's answers run through the live version and the draft, as of the day of the visit. It counts who would see other steps or become a lead. If the draft asks something a visitor never answered, their result is unknown.\nNothing is sent or saved. Erased visitors aren't included.",
  examples: [
    'leadloom replay my-site --draft sites/my-site',
    'leadloom replay my-site --draft draft.json --version 11 --days 30 --json',
  ],
  options: {
    draft: { type: 'string', value: 'FILE', about: 'The draft: a flow file or its folder.' },
    version: {
      type: 'string',
      value: 'ID',
      about: 'The version whose visits to replay. Default: the live one.',
    },
    days: { type: 'string', value: 'N', about: 'Only visits from the last N days. Default: all.' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database. Default: ./data.']],
  async run({ values, positionals }, ctx) {
    const [first, ...more] = positionals
    if (first === undefined || more.length > 0) throw misuse('Add the path of one site.')
    const path = sitePath(first)
    if (values.draft === undefined) throw misuse('Add the draft: --draft FILE.')
    const number = values.version === undefined ? null : countOf(values.version, '--version')
    const days = values.days === undefined ? null : countOf(values.days, '--days')
    const draft = await readFlow(values.draft)
    // The same problems that the studio reports; files beside the flow don't change a visitor's path.
    const problems = problemsOf(draft.bytes, undefined, newYorkDate(ctx.now()), null).filter(isError)
    const { productName } = await settingsOf(ctx)
    return withKeptStore(ctx, async (store) => {
      const { version, flow } = await versionOf(store, path, number ?? (await theLiveOne(store, path)))
      const tally =
        problems.length === 0 && draft.flow ? openReplayTally(flow, named(draft.flow, productName)) : null
      let onVisit = (_done: number) => {}
      let done = 0
      const from = days === null ? 0 : ctx.now() - days * DAY_MS
      for await (const { visits, total } of pages(store, { version, from })) {
        if (!tally) break
        if (total !== null) onVisit = progress('visits', total, ctx)
        for (const visit of visits) tally.add(visitOf(visit))
        onVisit((done += visits.length))
      }
      const counted =
        tally && problems.length === 0 ? tally.counted() : { visits: 0, differing: 0, lines: [] }
      const data = { path, version, ...counted, problems }
      if (problems.length === 0) return { exit: 0, data, words: replayWords(data) }
      return { exit: 1, data, words: problems.map((problem) => problemText(draft.file, problem, ctx)) }
    })
  },
})

/** Reads the next page while the previous one is walked. */
async function* pages(store: Store, asked: Pick<Version, 'version'> & { from: number }) {
  const read = (after: number | null) => store.recordedVisits({ ...asked, after, limit: PAGE })
  let ahead: ReturnType<typeof read> | null = read(null)
  while (ahead) {
    const page: Awaited<ReturnType<typeof read>> = await ahead
    ahead = page.next === null ? null : read(page.next)
    ahead?.catch(() => {})
    yield page
  }
}

const PAGE = 1000
