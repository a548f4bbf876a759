import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type {
  CostFile,
  CostFilePart,
  CostRow,
  ImportedCosts,
  NamedCostColumns,
} from '../../../schemas/desk/costs.ts'
import type { NewCost, NewImport } from '../../store/nouns/costs/costTypes.ts'
import { newYorkDay } from '../../time/newYorkDay.ts'
import { bytesOf } from '../returns/bytesOf.ts'
import type { Handlers } from '../calls.ts'
import { ISOLATION, REFUSALS } from '../kernel/callRefusals.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import type { KeyTries } from '../limits/keyTries.ts'
import { isWithin, sitesOf } from '../operators/ownSites.ts'
import type { Settings } from '../settings/settings.ts'
import { amountCell, dateOf, dayStart } from './costCells.ts'
import { costProcess } from './costProcess.ts'
import type { CostMessage } from './costTasks.ts'
import { COST_REFUSALS } from './costWords.ts'
import { compared, pricedCosts } from './pricedCosts.ts'

export interface CostDeps extends StoreAndClock {
  settings: Settings
  keyTries: KeyTries
}

/** Routes of imports of costs. */
export function costRoutes({ store, now, settings, keyTries }: CostDeps) {
  const by = ({ session }: FastifyRequest) => session.operator ?? ''
  const audit = (
    request: FastifyRequest,
    act: 'import_costs' | 'undo_costs' | 'save_cost_rates',
    about: string,
  ) => store.audit({ at: now(), operator: by(request), act, about })
  const whole = (message: CostMessage | undefined): never => {
    throw refusal(422, message && 'failed' in message ? message.failed : ISOLATION.unread, {
      field: 'content',
    })
  }
  async function known(path: string): Promise<void> {
    if (!(await store.paths()).includes(path))
      throw refusal(422, COST_REFUSALS.unknownPath(path), { field: 'path' })
  }

  /** Imports the costs of one call, all or nothing. */
  async function importCosts(
    made: Omit<NewImport, 'name' | 'at'>,
    { currency, costs }: { currency: string; costs: readonly CostRow[] },
  ): Promise<ImportedCosts> {
    const { path, source } = made
    await known(path)
    const lines = costs.map(({ day, amount, ...words }, at) => {
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
      const began = dayStart(year, month, date)
      if (!began || began.start > newYorkDay(now()))
        throw refusal(422, COST_REFUSALS.noSuchDay(day), { field: `costs/${at}/day` })
      const {
        campaign = null,
        aff_id = null,
        sub1 = null,
        sub2 = null,
        sub3 = null,
        sub4 = null,
        sub5 = null,
      } = words
      const micros = amountCell(amount)!.micros
      return {
        line: at,
        day: began.start,
        date: day,
        micros,
        currency,
        campaign,
        aff_id,
        sub1,
        sub2,
        sub3,
        sub4,
        sub5,
      }
    })
    const days = lines.map(({ day }) => day)
    const [from, to] = [Math.min(...days), Math.max(...days)]
    const { costs: rows, problems } = pricedCosts(lines, await store.costRates(from, to))
    const [wrong] = problems
    if (wrong) throw refusal(422, wrong.problem, { field: `costs/${wrong.line}` })
    const live = await store.liveCosts({ path, source, from, to }, null, Number.MAX_SAFE_INTEGER)
    const { added, replaced, same, doubled } = compared(rows, live, dateOf)
    if (doubled !== null) throw refusal(409, doubled, { field: 'costs' })
    const counts = { added: added.length, replaced: replaced.length, same }
    if (counts.added + counts.replaced === 0) return { import: null, ...counts }
    const number = await store.startCostImport({ ...made, name: '', at: now() })
    await store.addCosts(number, path, source, rows)
    await store.endCostImport(number, now())
    return { import: number, ...counts }
  }

  /** Saves the rows of a file as they come, and yields the lines of the answer. */
  async function* imported(
    { path, source, name }: CostFile,
    request: FastifyRequest,
    messages: AsyncGenerator<CostMessage>,
    first: CostMessage,
  ): AsyncGenerator<string> {
    const line = (part: CostFilePart) => `${JSON.stringify(part)}\n`
    let number: number | null = null
    const save = async (costs: readonly NewCost[]) => {
      number ??= await store.startCostImport({
        kind: 'file',
        name,
        path,
        source,
        made_by: by(request),
        at: now(),
      })
      await store.addCosts(number, path, source, costs)
    }
    let done = 0
    try {
      for (let message: CostMessage | undefined = first; message; message = (await messages.next()).value) {
        if ('costs' in message) {
          await save(message.costs)
          yield line({ done: (done += message.costs.length), of: message.of })
        } else if ('ended' in message) {
          if (number !== null) {
            await store.endCostImport(number, now())
            await audit(request, 'import_costs', `${source} ${name}: ${done} of /${path}`)
          }
          yield line({ ended: { import: number, ...message.ended } })
        }
      }
    } catch (error) {
      // The status has already been sent, so the last line reports the failure.
      yield line({
        failed: error instanceof Error && 'statusCode' in error ? error.message : REFUSALS.ourFault,
      })
    } finally {
      await messages.return(undefined)
    }
  }

  return {
    'POST /api/costs': async ({ body: { key, path, ...called }, request }) => {
      const source = keyTries.nameOf(request.ip, key, settings.costKeys)
      if (source === undefined) throw refusal(401, COST_REFUSALS.wrongKey, { field: 'key' })
      return importCosts({ kind: 'api', path, source, made_by: '' }, called)
    },

    'POST /api/reports/desk/costs/hand': async ({ body: { path, source, ...called }, request }) => {
      const answer = await importCosts({ kind: 'hand', path, source, made_by: by(request) }, called)
      if (answer.import !== null)
        await audit(request, 'import_costs', `${source}: ${called.costs.length} of /${path}`)
      return answer
    },

    'POST /api/reports/desk/costs': async ({
      body: { before = Number.MAX_SAFE_INTEGER, limit = 50 },
      request,
    }) => ({
      data: (await store.costImports({ sites: sitesOf(request), before, limit })).map(
        ({ usd_micros, ...rest }) => ({ ...rest, dollars: usd_micros / 1_000_000 }),
      ),
    }),

    'POST /api/reports/desk/costs/columns': async ({ body: { name, content } }) => {
      const file = { name, bytes: bytesOf(content) }
      const message = await lastOf(costProcess(store, { task: 'columns', file }))
      if (!message || !('names' in message)) return whole(message)
      const kept = await store.fileColumns('costs')
      const remembered = kept
        .map(({ buyer, columns }) => ({
          source: buyer,
          columns: JSON.parse(columns) as NamedCostColumns['guessed'],
        }))
        .filter(({ columns }) => Object.values(columns).every((one) => message.names.names.includes(one)))
      return { ...message.names, remembered }
    },

    'POST /api/reports/desk/costs/file': async ({ body, request, reply }) => {
      const { path, source, columns: called, currency, aff_id, day_order, apply } = body
      await known(path)
      const file = { name: body.name, bytes: bytesOf(body.content) }
      const chosen = { path, source, called, currency, aff_id, day_order, apply, today: newYorkDay(now()) }
      const messages = costProcess(store, { task: 'costs', file, ...chosen })
      // Refusals must come before the response begins.
      const { value: first } = await messages.next()
      if (!first || 'failed' in first) {
        await messages.return(undefined)
        return whole(first)
      }
      await store.keepFileColumns({ buyer: source, kind: 'costs', columns: JSON.stringify(called) })
      reply.type('application/jsonl')
      return Readable.from(imported(body, request, messages, first))
    },

    'POST /api/reports/desk/costs/undo': async ({ body, request }) => {
      const found = await store.costImport(body.import)
      if (!found || !isWithin(sitesOf(request), found.path))
        throw refusal(404, COST_REFUSALS.noImport(body.import), { field: 'import' })
      const isFirst = await store.undoCostImport(found.import, by(request), now())
      let taken = 0
      for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; taken += some)
        some = await store.takeBackCosts(found.import, ROWS_AT_ONCE)
      // One that was cut off is finished.
      if (!isFirst && taken === 0) throw refusal(409, COST_REFUSALS.undoneBefore, { field: 'import' })
      await audit(
        request,
        'undo_costs',
        `${found.source} ${found.name}: import ${found.import} of /${found.path}`,
      )
    },

    'POST /api/reports/desk/costs/rates': async ({ body: { name, content, apply }, request }) => {
      const message = await lastOf(
        costProcess(store, { task: 'rates', file: { name, bytes: bytesOf(content) } }),
      )
      if (!message || !('rates' in message)) return whole(message)
      const { rates, read } = message
      for (let start = 0; apply && start < rates.length; start += ROWS_AT_ONCE)
        await store.saveCostRates(rates.slice(start, start + ROWS_AT_ONCE))
      if (apply && rates.length > 0)
        await audit(
          request,
          'save_cost_rates',
          `${name}: ${rates.length} rates, ${read.currencies.join(', ')}`,
        )
      return read
    },
  } satisfies Partial<Handlers>
}

const ROWS_AT_ONCE = 500

/** Last message of a process. Reads all of them, so that the process can take another task. */
async function lastOf(messages: AsyncGenerator<CostMessage>): Promise<CostMessage | undefined> {
  let last: CostMessage | undefined
  for await (const message of messages) last = message
  return last
}
