import type { Share } from '../../../schemas/version.ts'
import { isOwnAddress } from '../../server/publish/ownAddresses.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'
import { command, countOf } from '../command.ts'
import { misuse } from '../failure.ts'
import { flowFile } from '../files/flowFile.ts'
import { patiently, problemText, shareList, tally, tallyText } from '../words/report.ts'
import { notServed, settingsOf, withStore } from '../withStore.ts'

export const publish = command('publish', {
  summary: 'Makes a flow file, with the stylesheet and the icons beside it, a live version of a path.',
  usage: 'FILE --path PATH [--weight N]',
  about:
    'A flow with an error is never published; a warning does not stop it. Visitors under way finish the version that they began with.\nWhat is live already is not published again; only its weight is changed.',
  examples: [
    'leadloom publish sites/claims/flow.json --path claims',
    'leadloom publish sites/claims-short --path claims --weight 30        (a split: 30 of 100 new visitors see it)',
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
  },
  async run({ values, positionals }, world) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Name one flow file to publish.')
    const path = sitePath(values.path)
    const weight = countOf(values.weight, '--weight')
    if (weight > 100) throw misuse('--weight takes a whole number from 1 to 100.')
    const file = await flowFile(word)
    const { publishFile } = await import('../../server/publish/publish.ts')
    const settings = await settingsOf(world)
    const { productName } = settings
    const { unsentMail } = await import('../../server/mail/warnUnsentMail.ts')
    const { readPixels } = await import('../../server/pixels/pixelsFile.ts')
    const { untoldPixels } = await import('../../server/pixels/warnUntoldPixels.ts')
    const pixels = settings.pixelsFile === null ? {} : readPixels(settings.pixelsFile)
    const publishing = withStore(world, async (store) => {
      const published = await publishFile(store, { file, path, weight, productName, now: world.now() })
      const kept = published.version === null ? null : await store.version(published.version)
      const lacking = kept
        ? [unsentMail(path, kept.flow, settings) ?? [], untoldPixels(path, kept.flow, pixels)].flat()
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
          ? `Not published: ${tallyText(tally(problems))}. Correct what stands above, then run this again.`
          : unserved === null
            ? `Version ${version} is live on /${path}${split(version, live)}. The running server shows it to new visitors within a second.`
            : `Version ${version} is published on /${path}${split(version, live)}. ${unserved}`,
        ...lacking,
      ],
    }
  },
})

/** ' for 30 % of new visitors, beside version 1 (70 %)', or '' when it is alone. */
function split(version: number, live: readonly Share[]): string {
  const others = live.filter((share) => share.version !== version)
  const own = live.find((share) => share.version === version)?.weight
  return others.length === 0 ? '' : ` for ${own} % of new visitors, beside ${shareList(others)}`
}

function sitePath(path: string | undefined): string {
  if (path === undefined) throw misuse('Say the path: --path PATH.')
  if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(path))
    throw misuse(`"${path}" cannot be a path: use small letters, digits and hyphens.`)
  if (isOwnAddress(path)) throw misuse(REFUSALS.ownAddress(path))
  return path
}
