import { DateTime } from 'luxon'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Located } from '../../../schemas/author/problem.ts'
import type { PublishRequest } from '../../../schemas/studio/publishRequest.ts'
import type { Share } from '../../../schemas/kernel/version.ts'
import { command, countOf, type CommandContext } from '../kernel/command.ts'
import type { SentSite } from '../kernel/publishElsewhere.ts'
import { sitePath } from '../kernel/sitePath.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { flowFile } from '../files/flowFile.ts'
import { patiently, problemText, shareList, tally, tallyText } from '../words/report.ts'
import { notServed, settingsOf, withStore } from '../kernel/withStore.ts'

export const publish = command('publish', {
  summary: 'Publish a flow file as a live version of a path',
  usage: 'FILE --path PATH [--weight N] [--server URL [--at TIME] [--leads-wait]]',
  about:
    "The stylesheet, icons, and pictures next to the file are published with it. Errors prevent publishing, warnings don't. Visitors already in the funnel finish the version they started.\nIf the flow is already live, only its weight changes.",
  examples: [
    'leadloom publish sites/claims/flow.json --path claims',
    'leadloom publish sites/claims-short --path claims --weight 30        (30 of 100 new visitors)',
    'LEADLOOM_KEY=… leadloom publish sites/claims --path claims --server https://claims.example',
  ],
  options: {
    path: { type: 'string', value: 'PATH', about: "The site's path, the first part of its address." },
    weight: {
      type: 'string',
      value: 'N',
      about:
        'How many of 100 new visitors see it. Versions already live share the rest as before. 100 makes it the only one.',
      default: '100',
    },
    at: {
      type: 'string',
      value: 'TIME',
      about: 'With --server: when to go live, like 2026-12-01T09:00-05:00. Default: now.',
    },
    'leads-wait': {
      type: 'boolean',
      about:
        'With --server: publish even if no buyer of the leads is set up there. Leads are saved until then.',
    },
    server: {
      type: 'string',
      value: 'URL',
      about: 'Publish to the running server at this address, with the key in LEADLOOM_KEY.',
    },
  },
  environment: [
    ['DATA_DIR', 'The folder of the embedded database. Default: ./data.'],
    ['OPERATOR_HOST', 'Same as on the server. Flows with third-party scripts need it, or OPERATOR_PORT.'],
    ['LEADLOOM_KEY', 'With --server: an API key of that server (leadloom keys add).'],
  ],
  async run({ values, positionals }, ctx) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Add one flow file.')
    const path = sitePath(values.path)
    const weight = countOf(values.weight, '--weight')
    if (weight > 100) throw misuse('--weight must be a whole number from 1 to 100.')
    const file = await flowFile(word)
    const live_at = values.at === undefined ? undefined : instantOf(values.at)
    const leads_wait = values['leads-wait'] ?? false
    if (values.server !== undefined)
      return elsewhere(values.server, { file, path, weight, live_at, leads_wait }, ctx)
    if (live_at !== undefined) throw misuse('--at needs --server URL.')
    if (leads_wait) throw misuse('--leads-wait needs --server URL.')
    const { publishFile } = await import('../../server/publish/publish.ts')
    const settings = await settingsOf(ctx)
    const { productName } = settings
    const { whyUnsafe } = await import('../../server/origins/whyUnsafe.ts')
    const { unsentMail } = await import('../../server/mail/warnUnsentMail.ts')
    const { readPixels } = await import('../../server/pixels/pixelsFile.ts')
    const { pixelsWithoutAccess } = await import('../../server/pixels/warnPixelsWithoutAccess.ts')
    const pixels = settings.pixelsFile === null ? {} : readPixels(settings.pixelsFile, settings)
    const { keptBuyers } = await import('../../server/buyers/keptBuyers.ts')
    const { leadsWait, unsoldOffers } = await import('../../server/studio/unsoldOffers.ts')
    const publishing = withStore(ctx, async (store, { buyers: ofFile }) => {
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
        now: ctx.now(),
        refuses,
      })
      const kept = published.version === null ? null : await store.version(published.version)
      const { inUse: buyers } = await keptBuyers({ store, settings, ofFile, now: ctx.now })
      const lacking = kept
        ? [
            leadsWait(await unsoldOffers({ buyers, store }, kept.flow)) ?? [],
            unsentMail(path, kept.flow, settings) ?? [],
            pixelsWithoutAccess(path, kept.flow, pixels),
          ].flat()
        : []
      return { ...published, live: (await store.splits(path)).at(-1)?.shares ?? [], lacking }
    })
    const { version, live, problems, lacking } = await patiently(
      'Opening the database and compiling the flow',
      publishing,
      ctx,
    )
    const unserved = await notServed(ctx)
    return {
      exit: version === null ? 1 : 0,
      data: { path, version, live, problems },
      words: [
        ...problems.map((problem) => problemText(file, problem, ctx)),
        version === null
          ? notPublished(problems)
          : unserved === null
            ? `Version ${version} is live on /${path}${split(version, live)}. New visitors see it within a second.`
            : `Version ${version} is published on /${path}${split(version, live)}. ${unserved}`,
        ...lacking,
      ],
    }
  },
})

/** Publishes on another server, which has its own settings. */
async function elsewhere(server: string, site: SentSite, ctx: CommandContext) {
  const { publishElsewhere } = await import('../kernel/publishElsewhere.ts')
  const sending = publishElsewhere(server, site, ctx)
  const { version, live, problems, request } = await patiently(`Sending to ${server}`, sending, ctx)
  const { file, path } = site
  return {
    exit: version === null && !request ? (1 as const) : (0 as const),
    data: { path, version, live, problems, request },
    words: [
      ...problems.map((problem) => problemText(file, problem, ctx)),
      request
        ? waitsText(request)
        : version === null
          ? notPublished(problems)
          : `Version ${version} is live on ${new URL(path, server).href}${split(version, live)}.`,
    ],
  }
}

function waitsText({ path, state, live_at }: PublishRequest): string {
  const until =
    live_at === null ? 'to go live right after' : `to go live at ${new Date(live_at).toISOString()}`
  return state === 'waiting'
    ? `Waiting for another author to approve /${path} at /studio, ${until}.`
    : `Scheduled ${until}.`
}

/** Throws on a time without a zone, which would have to be guessed. */
function instantOf(word: string): number {
  const at = /(Z|[+-]\d\d:?\d\d)$/.test(word) ? DateTime.fromISO(word) : null
  if (!at?.isValid)
    throw misuse(`--at must be a time with its zone, like 2026-12-01T09:00-05:00, not "${word}".`)
  return at.toMillis()
}

function notPublished(problems: readonly Located[]): string {
  return `Not published: ${tallyText(tally(problems))}. Fix the errors above, then run this again.`
}

/** ' for 30% of new visitors, next to version 1 (70%)', or '' if it is alone. */
function split(version: number, live: readonly Share[]): string {
  const others = live.filter((share) => share.version !== version)
  const own = live.find((share) => share.version === version)?.weight
  return others.length === 0 ? '' : ` for ${own}% of new visitors, next to ${shareList(others)}`
}
