import { DeliveryState, MailState, type Delivery, type Mail } from '../../../../schemas/buyer/buyer.ts'
import { PixelEventState, type PixelEvent } from '../../../../schemas/outgoing/pixel.ts'
import { whyNotReplayed } from '../../../server/delivery/whyNotReplayed.ts'
import { command, countOf, type World } from '../../kernel/command.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { counted } from '../../words/report.ts'
import { withKeptStore } from '../../kernel/withStore.ts'
import { visible } from '../../words/visible.ts'

const STATES: readonly string[] = DeliveryState.enum

export const deliveries = command('deliveries', {
  summary: 'List deliveries of leads to buyers, or send one again',
  usage:
    '[--mail | --pixels] [--state STATE] [--limit N] | replay DELIVERY [--force] | --mail replay MAIL | --pixels replay EVENT',
  about: `STATE is one of ${STATES.join(', ')}. replay sends a dead, rejected or duplicate lead again under the same idempotency key. If that buyer already bought the same person, add --force. A lead can't be replayed once its visitor withdrew consent. Failed emails and ad vendor events can be replayed, too.`,
  examples: [
    'leadloom deliveries',
    'leadloom deliveries --state dead --json',
    'leadloom deliveries --state duplicate',
    'leadloom deliveries --mail --state refused',
    'leadloom deliveries --mail replay 4',
    'leadloom deliveries --pixels --state dead',
    'leadloom deliveries replay 17',
  ],
  options: {
    state: { type: 'string', value: 'STATE', about: 'Only deliveries in this state.' },
    mail: {
      type: 'boolean',
      about: `List emails to visitors. STATE is one of ${MailState.enum.join(', ')}.`,
    },
    pixels: {
      type: 'boolean',
      about: `List events sent to ad vendors. STATE is one of ${PixelEventState.enum.join(', ')}.`,
    },
    force: { type: 'boolean', about: 'Replay even if the buyer already bought the same person.' },
    limit: { type: 'string', value: 'N', about: 'How many to list, newest first.', default: '50' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values: { state, limit, force, mail, pixels }, positionals }, world) {
    const [verb, id, ...rest] = positionals
    if (verb !== undefined && (verb !== 'replay' || id === undefined || rest.length > 0))
      throw misuse('Use replay DELIVERY, or nothing to list deliveries.')
    if ((mail || pixels) && force) throw misuse('--force only works with leads.')
    if (mail && pixels) throw misuse('Use --mail or --pixels, not both.')
    if (pixels && id !== undefined) return replayPixelEvent(world, countOf(id, 'EVENT'))
    if (pixels) return listPixelEvents(world, { state, limit })
    if (mail && id !== undefined) return replayMail(world, countOf(id, 'MAIL'))
    if (mail) return listMails(world, { state, limit })
    const only = DeliveryState.enum.find((known) => known === state) ?? null
    if (state !== undefined && only === null)
      throw misuse(`--state must be one of ${STATES.join(', ')}, not "${state}".`)
    if (force && id === undefined) throw misuse('--force only works with replay DELIVERY.')
    const replayed = id === undefined ? null : countOf(id, 'DELIVERY')
    return withKeptStore(world, async (store) => {
      if (replayed !== null && !(await store.replayDelivery(replayed, world.now(), force)))
        throw refusal('not_replayable', whyNot(replayed, await store.delivery(replayed)))
      const listed =
        replayed === null
          ? await store.deliveries({ state: only, limit: countOf(limit, '--limit') })
          : [await store.delivery(replayed)].filter((delivery) => delivery !== null)
      return { exit: 0, data: { deliveries: listed }, words: words(visible(listed)) }
    })
  },
})

/** Lists emails without their addresses, which are personal data. */
async function listMails(world: World, { state, limit }: { state: string | undefined; limit: string }) {
  const only = MailState.enum.find((known) => known === state) ?? null
  if (state !== undefined && only === null)
    throw misuse(`For emails, --state must be one of ${MailState.enum.join(', ')}, not "${state}".`)
  return withKeptStore(world, async (store) => {
    const mails = await store.mails({ state: only, limit: countOf(limit, '--limit') })
    const count = `${mails.length.toLocaleString('en-US')} ${mails.length === 1 ? 'email' : 'emails'}.`
    return { exit: 0 as const, data: { deliveries: [], mails }, words: [...mails.map(mailLine), count] }
  })
}

async function replayMail(world: World, mail: number) {
  return withKeptStore(world, async (store) => {
    if (!(await store.replayMail(mail, world.now())))
      throw refusal('not_replayable', `Can't replay email ${mail}. It doesn't exist, or it hasn't failed.`)
    return { exit: 0 as const, data: { deliveries: [] }, words: [`Email ${mail} will be sent again.`] }
  })
}

/** Lists events without data about the visitor, which is looked up when they are sent. */
async function listPixelEvents(world: World, { state, limit }: { state: string | undefined; limit: string }) {
  const only = PixelEventState.enum.find((known) => known === state) ?? null
  if (state !== undefined && only === null)
    throw misuse(`For pixels, --state must be one of ${PixelEventState.enum.join(', ')}, not "${state}".`)
  return withKeptStore(world, async (store) => {
    const pixelEvents = await store.pixelEvents({ state: only, limit: countOf(limit, '--limit') })
    const count = `${pixelEvents.length.toLocaleString('en-US')} ${pixelEvents.length === 1 ? 'event' : 'events'}.`
    return {
      exit: 0 as const,
      data: { deliveries: [], pixelEvents },
      words: [...visible(pixelEvents).map(pixelLine), count],
    }
  })
}

async function replayPixelEvent(world: World, entry: number) {
  return withKeptStore(world, async (store) => {
    if (!(await store.replayPixelEvent(entry, world.now())))
      throw refusal('not_replayable', `Can't replay event ${entry}. It doesn't exist, or it hasn't failed.`)
    return { exit: 0 as const, data: { deliveries: [] }, words: [`Event ${entry} will be sent again.`] }
  })
}

function pixelLine({ entry, state, vendor, account, name, attempts, at, last, due_at }: PixelEvent): string {
  const next = due_at === null ? '' : `, next ${new Date(due_at).toISOString()}`
  return `${entry}  ${state}  ${name} → ${vendor} ${account}  ${new Date(at).toISOString()}  ${counted(attempts, 'attempt')}${next}  ${last ?? ''}`.trimEnd()
}

function mailLine({ mail, state, kind, offer, step, attempts, at, last, due_at }: Mail): string {
  const next = due_at === null ? '' : `, next ${new Date(due_at).toISOString()}`
  const about = kind === 'step' ? `${offer}/${step}` : kind === 'go_on' ? 'link to continue' : 'confirmation'
  return `${mail}  ${state}  ${about}  ${new Date(at).toISOString()}  ${counted(attempts, 'attempt')}${next}  ${last ?? ''}`.trimEnd()
}

function whyNot(number: number, delivery: Delivery | null): string {
  const sentence = {
    unknown: "it doesn't exist.",
    consent_refused: 'its visitor has since withdrawn consent.',
    sold_before: `delivery ${delivery?.duplicate_of} already covers the same person and ${delivery?.buyer}. To send it anyway, add --force.`,
    other_state: `it's ${delivery?.state}.`,
  }[whyNotReplayed(delivery)]
  return `Can't replay delivery ${number}: ${sentence}`
}

function words(listed: readonly Delivery[]): string[] {
  return [
    ...listed.map(line),
    `${listed.length.toLocaleString('en-US')} ${listed.length === 1 ? 'delivery' : 'deliveries'}.`,
  ]
}

function line({ delivery, state, buyer, offer, attempts, at, last, due_at }: Delivery): string {
  const next = due_at === null ? '' : `, next ${new Date(due_at).toISOString()}`
  return `${delivery}  ${state}  ${offer} → ${buyer}  ${new Date(at).toISOString()}  ${counted(attempts, 'attempt')}${next}  ${last ?? ''}`.trimEnd()
}
