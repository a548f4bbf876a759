import { DeliveryState, type Delivery } from '../../../schemas/buyer.ts'
import { DeliveriesAnswer } from '../../../schemas/commands.ts'
import { command, countOf } from '../command.ts'
import { misuse, refusal } from '../failure.ts'
import { counted } from '../report.ts'
import { withKeptStore } from '../store.ts'
import { visible } from '../visible.ts'

const STATES: readonly string[] = DeliveryState.enum

export const deliveries = command({
  summary: 'Lists the leads on their way to buyers, or sends one again.',
  usage: '[--state STATE] [--limit N] | replay DELIVERY',
  about: `STATE is one of ${STATES.join(', ')}. A lead that was given up (dead), rejected or called a duplicate can be replayed; it keeps its idempotency key.`,
  examples: [
    'leadloom deliveries',
    'leadloom deliveries --state dead --json',
    'leadloom deliveries replay 17',
  ],
  options: {
    state: { type: 'string', value: 'STATE', about: 'Only those.' },
    limit: { type: 'string', value: 'N', about: 'The newest N.', default: '50' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  answer: DeliveriesAnswer,
  async run({ values: { state, limit }, positionals }, world) {
    const [verb, id, ...rest] = positionals
    if (verb !== undefined && (verb !== 'replay' || id === undefined || rest.length > 0))
      throw misuse('Say nothing to list deliveries, or replay DELIVERY.')
    const only = DeliveryState.enum.find((known) => known === state) ?? null
    if (state !== undefined && only === null)
      throw misuse(`--state is one of ${STATES.join(', ')}, not "${state}".`)
    return withKeptStore(world, async (store) => {
      if (id !== undefined && !(await store.replayDelivery(countOf(id, 'DELIVERY'), world.now())))
        throw refusal(
          'not_replayable',
          `The delivery ${id} cannot be replayed: there is none of this number, or it is due, accepted or suppressed.`,
        )
      const all = await store.deliveries({ state: only, limit: countOf(limit, '--limit') })
      const listed = id === undefined ? all : all.filter(({ delivery }) => delivery === Number(id))
      return { exit: 0, data: { deliveries: listed }, words: words(visible(listed)) }
    })
  },
})

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
