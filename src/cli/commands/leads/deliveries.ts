import { DeliveryState, MailState, type Delivery, type Mail } from '../../../../schemas/buyer.ts'
import { PixelEventState, type PixelEvent } from '../../../../schemas/outgoing/pixel.ts'
import { whyNotReplayed } from '../../../server/delivery/whyNotReplayed.ts'
import { command, countOf, type World } from '../../command.ts'
import { misuse, refusal } from '../../failure.ts'
import { counted } from '../../words/report.ts'
import { withKeptStore } from '../../withStore.ts'
import { visible } from '../../words/visible.ts'

const STATES: readonly string[] = DeliveryState.enum

export const deliveries = command('deliveries', {
  summary: 'Lists the leads on their way to buyers, or sends one again.',
  usage:
    '[--mail | --pixels] [--state STATE] [--limit N] | replay DELIVERY [--force] | --mail replay MAIL | --pixels replay EVENT',
  about: `STATE is one of ${STATES.join(', ')}. A lead that was given up (dead), rejected or called a duplicate can be replayed; it keeps its idempotency key. One that was not sent because the same person was sold to that buyer before is replayed with --force alone; one whose visitor refused the consent since is not replayed. An email that the mail server refused or that was given up can be replayed too, and so can what a vendor of advertisements was to be told.`,
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
    state: { type: 'string', value: 'STATE', about: 'Only those.' },
    mail: {
      type: 'boolean',
      about: `The emails to visitors instead; STATE is one of ${MailState.enum.join(', ')}.`,
    },
    pixels: {
      type: 'boolean',
      about: `What vendors of advertisements are told instead; STATE is one of ${PixelEventState.enum.join(', ')}.`,
    },
    force: { type: 'boolean', about: 'Replay it although the same person was sold to the buyer before.' },
    limit: { type: 'string', value: 'N', about: 'The newest N.', default: '50' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values: { state, limit, force, mail, pixels }, positionals }, world) {
    const [verb, id, ...rest] = positionals
    if (verb !== undefined && (verb !== 'replay' || id === undefined || rest.length > 0))
      throw misuse('Say nothing to list deliveries, or replay DELIVERY.')
    if ((mail || pixels) && force) throw misuse('--force is for leads alone.')
    if (mail && pixels) throw misuse('Say --mail or --pixels, not both.')
    if (pixels && id !== undefined) return replayPixelEvent(world, countOf(id, 'EVENT'))
    if (pixels) return listPixelEvents(world, { state, limit })
    if (mail && id !== undefined) return replayMail(world, countOf(id, 'MAIL'))
    if (mail) return listMails(world, { state, limit })
    const only = DeliveryState.enum.find((known) => known === state) ?? null
    if (state !== undefined && only === null)
      throw misuse(`--state is one of ${STATES.join(', ')}, not "${state}".`)
    if (force && id === undefined) throw misuse('--force is for replay DELIVERY.')
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
    throw misuse(`--state is one of ${MailState.enum.join(', ')} for emails, not "${state}".`)
  return withKeptStore(world, async (store) => {
    const mails = await store.mails({ state: only, limit: countOf(limit, '--limit') })
    const count = `${mails.length.toLocaleString('en-US')} ${mails.length === 1 ? 'email' : 'emails'}.`
    return { exit: 0 as const, data: { deliveries: [], mails }, words: [...mails.map(mailLine), count] }
  })
}

async function replayMail(world: World, mail: number) {
  return withKeptStore(world, async (store) => {
    if (!(await store.replayMail(mail, world.now())))
      throw refusal(
        'not_replayable',
        `The email ${mail} cannot be replayed: there is none of this number that was refused or given up.`,
      )
    return { exit: 0 as const, data: { deliveries: [] }, words: [`Email ${mail} will be sent again.`] }
  })
}

/** Lists events without data about the visitor, which is looked up when they are sent. */
async function listPixelEvents(world: World, { state, limit }: { state: string | undefined; limit: string }) {
  const only = PixelEventState.enum.find((known) => known === state) ?? null
  if (state !== undefined && only === null)
    throw misuse(`--state is one of ${PixelEventState.enum.join(', ')} for pixels, not "${state}".`)
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
      throw refusal(
        'not_replayable',
        `The event ${entry} cannot be replayed: there is none of this number that was refused or given up.`,
      )
    return { exit: 0 as const, data: { deliveries: [] }, words: [`Event ${entry} will be sent again.`] }
  })
}

function pixelLine({ entry, state, vendor, account, name, attempts, at, last, due_at }: PixelEvent): string {
  const next = due_at === null ? '' : `, next ${new Date(due_at).toISOString()}`
  return `${entry}  ${state}  ${name} → ${vendor} ${account}  ${new Date(at).toISOString()}  ${counted(attempts, 'attempt')}${next}  ${last ?? ''}`.trimEnd()
}

function mailLine({ mail, state, kind, offer, step, attempts, at, last, due_at }: Mail): string {
  const next = due_at === null ? '' : `, next ${new Date(due_at).toISOString()}`
  const about = kind === 'step' ? `${offer}/${step}` : kind === 'go_on' ? 'link to go on' : 'confirmation'
  return `${mail}  ${state}  ${about}  ${new Date(at).toISOString()}  ${counted(attempts, 'attempt')}${next}  ${last ?? ''}`.trimEnd()
}

function whyNot(number: number, delivery: Delivery | null): string {
  const sentence = {
    unknown: 'there is none of this number.',
    consent_refused: 'its visitor refused the consent since.',
    sold_before: `delivery ${delivery?.duplicate_of} sold or sells the same person to ${delivery?.buyer}. To send it all the same, add --force.`,
    other_state: `it is ${delivery?.state}.`,
  }[whyNotReplayed(delivery)]
  return `The delivery ${number} cannot be replayed: ${sentence}`
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
