import { DateTime } from 'luxon'
import type { Flow } from '../../../schemas/flow.ts'
import type { Located } from '../../../schemas/problem.ts'
import type { PublishRequest } from '../../../schemas/studio/publishRequest.ts'
import type { Share } from '../../../schemas/version.ts'
import { command, countOf, type World } from '../command.ts'
import type { SentSite } from '../publishElsewhere.ts'
import { sitePath } from '../sitePath.ts'
import { misuse, refusal } from '../failure.ts'
import { flowFile } from '../files/flowFile.ts'
import { patiently, problemText, shareList, tally, tallyText } from '../words/report.ts'
import { notServed, settingsOf, withStore } from '../withStore.ts'

export const publish = command('publish', {
  summary: 'Makes a flow file, with the stylesheet and the icons beside it, a live version of a path.',
  usage: 'FILE --path PATH [--weight N] [--server URL [--at TIME]]',
  about:
    'A flow with an error is never published; a warning does not stop it. Visitors under way finish the version that they began with.\nWhat is live already is not published again; only its weight is changed.',
  examples: [
    'leadloom publish sites/claims/flow.json --path claims',
    'leadloom publish sites/claims-short --path claims --weight 30        (a split: 30 of 100 new visitors see it)',
    'LEADLOOM_KEY=… leadloom publish sites/claims --path claims --server https://claims.example',
  ],
  options: {
    path: { type: 'string', value: 'PATH', about: 'The path of the site, the first segment of its address.' },
    weight: {
      type: 'string',
      value: 'N',
      about:
        'How many of 100 new visitors see it; what is live shares the rest as before. 100 makes it the only one.',
      default: '100',
    },
    at: {
      type: 'string',
      value: 'TIME',
      about: 'With --server: when it is to go live, `2026-12-01T09:00-05:00`. Otherwise at once.',
    },
    server: {
      type: 'string',
      value: 'URL',
      about: 'The address of a running server, which publishes it with the key of LEADLOOM_KEY.',
    },
  },
  environment: [
    ['DATA_DIR', 'The folder of the embedded database. Otherwise ./data.'],
    [
      'OPERATOR_HOST',
      'As the server has it: without it or OPERATOR_PORT, no flow with scripts of other companies is published.',
    ],
    ['LEADLOOM_KEY', 'For --server: a key that leadloom keys add made there.'],
  ],
  async run({ values, positionals }, world) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Name one flow file to publish.')
    const path = sitePath(values.path)
    const weight = countOf(values.weight, '--weight')
    if (weight > 100) throw misuse('--weight takes a whole number from 1 to 100.')
    const file = await flowFile(word)
    const live_at = values.at === undefined ? undefined : instantOf(values.at)
    if (values.server !== undefined) return elsewhere(values.server, { file, path, weight, live_at }, world)
    if (live_at !== undefined) throw misuse('--at is for a running server: add --server URL.')
    const { publishFile } = await import('../../server/publish/publish.ts')
    const settings = await settingsOf(world)
    const { productName } = settings
    const { whyUnsafe } = await import('../../server/origins/whyUnsafe.ts')
    const { unsentMail } = await import('../../server/mail/warnUnsentMail.ts')
    const { readPixels } = await import('../../server/pixels/pixelsFile.ts')
    const { pixelsWithoutAccess } = await import('../../server/pixels/warnPixelsWithoutAccess.ts')
    const pixels = settings.pixelsFile === null ? {} : readPixels(settings.pixelsFile, settings)
    const publishing = withStore(world, async (store) => {
      const refuses = (flow: Flow) => {
        const unsafe = whyUnsafe(flow, settings)
        if (unsafe !== null) throw refusal('shared_origin', unsafe)
        return null
      }
      const published = await publishFile(store, {
        file,
        path,
        weight,
        productName,
        now: world.now(),
        refuses,
      })
      const kept = published.version === null ? null : await store.version(published.version)
      const lacking = kept
        ? [unsentMail(path, kept.flow, settings) ?? [], pixelsWithoutAccess(path, kept.flow, pixels)].flat()
        : []
      return { ...published, live: (await store.splits(path)).at(-1)?.shares ?? [], lacking }
    })
    const { version, live, problems, lacking } = await patiently(
      'Opening the database and compiling the validators',
      publishing,
      world,
    )
    const unserved = await notServed(world)
    return {
      exit: version === null ? 1 : 0,
      data: { path, version, live, problems },
      words: [
        ...problems.map((problem) => problemText(file, problem, world)),
        version === null
          ? notPublished(problems)
          : unserved === null
            ? `Version ${version} is live on /${path}${split(version, live)}. The running server shows it to new visitors within a second.`
            : `Version ${version} is published on /${path}${split(version, live)}. ${unserved}`,
        ...lacking,
      ],
    }
  },
})

/** Publishes on another server, which has its own settings. */
async function elsewhere(server: string, site: SentSite, world: World) {
  const { publishElsewhere } = await import('../publishElsewhere.ts')
  const sending = publishElsewhere(server, site, world)
  const { version, live, problems, request } = await patiently(`Sending it to ${server}`, sending, world)
  const { file, path } = site
  return {
    exit: version === null && !request ? (1 as const) : (0 as const),
    data: { path, version, live, problems, request },
    words: [
      ...problems.map((problem) => problemText(file, problem, world)),
      request
        ? waitsText(request)
        : version === null
          ? notPublished(problems)
          : `Version ${version} is live on ${new URL(path, server).href}${split(version, live)}.`,
    ],
  }
}

function waitsText({ path, state, live_at }: PublishRequest): string {
  const until = live_at === null ? 'and goes live then' : `to go live at ${new Date(live_at).toISOString()}`
  return state === 'waiting'
    ? `It waits for another author to approve it at /studio, /${path}, ${until}.`
    : `It is planned ${until}.`
}

/** Throws on a time without a zone, which would have to be guessed. */
function instantOf(word: string): number {
  const at = /(Z|[+-]\d\d:?\d\d)$/.test(word) ? DateTime.fromISO(word) : null
  if (!at?.isValid) throw misuse(`--at takes a time with its zone, 2026-12-01T09:00-05:00, not "${word}".`)
  return at.toMillis()
}

function notPublished(problems: readonly Located[]): string {
  return `Not published: ${tallyText(tally(problems))}. Correct what stands above, then run this again.`
}

/** ' for 30 % of new visitors, beside version 1 (70 %)', or '' if it is alone. */
function split(version: number, live: readonly Share[]): string {
  const others = live.filter((share) => share.version !== version)
  const own = live.find((share) => share.version === version)?.weight
  return others.length === 0 ? '' : ` for ${own} % of new visitors, beside ${shareList(others)}`
}
