import type { TSchema } from 'typebox'
import { CALLS, type CallName } from '../../../schemas/api.ts'
import type { Call } from '../../../schemas/kernel/call.ts'
import { instead } from '../../author/kernel/nearest.ts'
import { command, inJson } from '../kernel/command.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { withKeptStore } from '../kernel/withStore.ts'
import { shapeOf } from '../words/help.ts'

export const call = command('call', {
  summary: 'Do what /desk does, and print the answer as JSON',
  usage: '[NAME [--json INPUT]]',
  about:
    'Without a name, it lists the calls with their input. It acts on the database of this machine and needs no login. The audit log names it "console".',
  examples: [
    'leadloom call',
    'leadloom call desk/deliveries --json \'{"state":"dead"}\'',
    'leadloom call desk/deliveries/replay --json \'{"deliveries":[17]}\'',
    'leadloom call desk/outgoing --json \'{"what":"mail","state":"refused"}\'',
    'leadloom call desk/webhooks/messages --json \'{"state":"dead"}\'',
  ],
  options: {
    json: {
      type: 'string',
      value: 'INPUT',
      about: 'The input, as JSON. A name with two calls reads without it, and writes with it.',
    },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values: { json }, positionals: [typed, ...more] }, ctx) {
    if (more.length > 0) throw misuse('Add one name. Input goes into --json.')
    const { CONSOLE_CALLS, consoleCall } = await import('../../server/consoleCalls.ts')
    if (typed === undefined) return { exit: 0, data: null, words: CONSOLE_CALLS.map(line) }
    const named = CONSOLE_CALLS.filter((name) => shortName(name) === typed.replace(PREFIX, ''))
    const name = named.find((one) => one.startsWith(json === undefined ? 'GET' : 'POST')) ?? named[0]
    if (name === undefined)
      throw misuse(
        `Unknown call "${typed}". ${instead(typed, new Set(CONSOLE_CALLS.map(shortName)), 'calls')}`,
      )
    const input = inputOf(json)
    const came = await withKeptStore(ctx, (_store, server) =>
      consoleCall({ ...server, now: ctx.now }, name, input),
    )
    if ('answer' in came)
      return {
        exit: isFailure(name, came.answer) ? 1 : 0,
        data: null,
        words: came.answer === '' ? [] : [laidOut(came.answer)],
      }
    const { detail, errors = [] } = came.problem
    const faults = errors.map(({ field, message }) => `${field}: ${message}`)
    throw refusal('call_refused', [detail, ...faults].join('\n'))
  },
})

const PREFIX = /^\/?(api\/reports\/)?/

/** True if an answer says that what was asked for failed: a receiver didn't take the test message. */
function isFailure(name: CallName, answer: string): boolean {
  return (
    name === 'POST /api/reports/desk/webhooks/test' && (parsed(answer) as { taken?: boolean }).taken === false
  )
}

/** A call's address below /api/reports/. */
function shortName(name: CallName): string {
  return name.split(' ')[1]!.replace(PREFIX, '')
}

function line(name: CallName): string {
  const { body, query, summary }: Call & { body?: TSchema; query?: TSchema } = CALLS[name]
  const input = body ?? query
  return [shortName(name), ...(input ? [shapeOf(input)] : []), summary].join('  ')
}

function inputOf(json = '{}'): object {
  const input = parsed(json)
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw misuse('--json must be an object, like \'{"state":"dead"}\'.')
  return input
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An answer in lines. One that comes in lines of JSON stays as it is. */
function laidOut(answer: string): string {
  const whole = parsed(answer)
  return whole === null ? answer.trimEnd() : inJson(whole)
}
