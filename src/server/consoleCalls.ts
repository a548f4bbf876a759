import fastify, { type FastifyRequest, type onRequestHookHandler } from 'fastify'
import { CALLS, type CallName } from '../../schemas/api.ts'
import type { ProblemDetails } from '../../schemas/author/problem.ts'
import { registerCalls } from './calls.ts'
import { context, type ServerOptions } from './context.ts'
import { desk } from './desk/desk.ts'
import { answerFailure } from './http/failures.ts'
import { readHeldJson } from './http/heldBodies.ts'
import { compileRequest } from './http/requestCompiler.ts'
import { reports } from './operators/reportRoutes.ts'

/** Calls of /desk and reports that can be made on the server's own machine, without a login. A PDF isn't for a terminal. */
export const CONSOLE_CALLS = (Object.keys(CALLS) as CallName[]).filter(
  (name) =>
    (name.includes(' /api/reports/desk/') || CALLS[name].caller === 'reader') && !name.endsWith('.pdf'),
)

/** Makes a call on this machine's store, with the rights of an admin. `input` is its body, or the query of a GET. Resolves to the text of
 *  its answer, or to the problem if it was refused. */
export async function consoleCall(
  options: ServerOptions,
  name: CallName,
  input: object,
): Promise<{ answer: string } | { problem: ProblemDetails }> {
  const ctx = await context({ ...options, settings: { ...options.settings, rateLimit: 0 } })
  const app = fastify({ exposeHeadRoutes: false })
  readHeldJson(app)
  app.setValidatorCompiler(compileRequest)
  app.setErrorHandler(answerFailure)
  app.decorateRequest('session', { getter: () => CONSOLE })
  app.decorateRequest('bodyBytes', 0)
  app.decorateRequest('reportKey', null)
  app.decorateRequest('isFailureInLog', false)
  const pass = async () => {}
  registerCalls(app, ctx, {
    names: [name],
    handlers: { ...desk(ctx), ...reports(ctx) },
    operator: pass,
    reader: pass,
    confirmed: pass,
    keyHolder: pass,
    allowed: () => isAllowed,
  })
  const [method, url] = name.split(' ') as ['GET' | 'POST', string]
  const sent = method === 'GET' ? { query: asText(input) } : { payload: input }
  const { statusCode, body } = await app.inject({ method, url, ...sent })
  await app.close()
  return statusCode < 400 ? { answer: body } : { problem: JSON.parse(body) as ProblemDetails }
}

/** Stands for a login in requests from the command line. It's the name that the audit log has for them. */
const CONSOLE = { operator: 'console', role: 'admin', sites: null } as unknown as FastifyRequest['session']

const isAllowed: onRequestHookHandler = (_request, _reply, done) => done()

function asText(input: object): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))
}
