import { named } from '../../flow/named.ts'
import { openReplayTally } from '../../author/replay/replayTally.ts'
import { problemsOf } from '../../author/document/problemsOf.ts'
import { isError } from '../../author/weights.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { visitOf } from '../../store/reports/recordedVisits.ts'
import type { Version } from '../../store/versions/versionTypes.ts'
import { DAY_MS, type Store } from '../../store/store.ts'
import { replayWords } from '../../texts/author/replayWords.ts'
import { command, countOf } from '../command.ts'
import { misuse } from '../failure.ts'
import { readFlow } from '../files/readFlow.ts'
import { theLiveOne, versionOf } from '../flowNamed.ts'
import { sitePath } from '../sitePath.ts'
import { settingsOf, withKeptStore } from '../withStore.ts'
import { problemText, progress } from '../words/report.ts'

export const replay = command('replay', {
  summary:
    'Walks recorded visits through a draft: how many would see other steps, become a lead or no longer.',
  usage: 'PATH --draft FILE [--version ID] [--days N]',
  about:
    'Answers only: nothing is sent, and nothing is kept. The same answers are walked through the version and through the draft, on the day of the visit. Where the draft asks what a visitor never answered, nothing is said of what they would have come to.\nVisitors who were forgotten are not among them.',
  examples: [
    'leadloom replay my-site --draft sites/my-site',
    'leadloom replay my-site --draft draft.json --version 11 --days 30 --json',
  ],
  options: {
    draft: { type: 'string', value: 'FILE', about: 'The draft: a flow file, or its folder.' },
    version: { type: 'string', value: 'ID', about: 'Whose visits are walked. Otherwise the live version’s.' },
    days: { type: 'string', value: 'N', about: 'Only visits of the last N days. Otherwise all.' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database. Otherwise ./data.']],
  async run({ values, positionals }, world) {
    const [first, ...more] = positionals
    if (first === undefined || more.length > 0) throw misuse('Name the path of one site.')
    const path = sitePath(first)
    if (values.draft === undefined) throw misuse('Say which draft: --draft FILE.')
    const number = values.version === undefined ? null : countOf(values.version, '--version')
    const days = values.days === undefined ? null : countOf(values.days, '--days')
    const draft = await readFlow(values.draft)
    // The same problems that the studio reports; files beside the flow don't change a visitor's path.
    const problems = problemsOf(draft.bytes, undefined, newYorkDate(world.now()), null).filter(isError)
    const { productName } = await settingsOf(world)
    return withKeptStore(world, async (store) => {
      const { version, flow } = await versionOf(store, path, number ?? (await theLiveOne(store, path)))
      const tally =
        problems.length === 0 && draft.flow ? openReplayTally(flow, named(draft.flow, productName)) : null
      let onVisit = (_done: number) => {}
      let done = 0
      const from = days === null ? 0 : world.now() - days * DAY_MS
      for await (const { visits, total } of pages(store, { version, from })) {
        if (!tally) break
        if (total !== null) onVisit = progress('visits', total, world)
        for (const visit of visits) tally.add(visitOf(visit))
        onVisit((done += visits.length))
      }
      const counted =
        tally && problems.length === 0 ? tally.counted() : { visits: 0, differing: 0, lines: [] }
      const data = { path, version, ...counted, problems }
      if (problems.length === 0) return { exit: 0, data, words: replayWords(data) }
      return { exit: 1, data, words: problems.map((problem) => problemText(draft.file, problem, world)) }
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
