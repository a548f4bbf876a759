import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** Request that a vendor received. */
export interface Asked {
  method: string
  /** Path with the query. */
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

type Answer = { status?: number; body?: unknown } | 'hang' | 'break'

/** A vendor on this machine, until the test ends or `until` says. `answers`: its answers to each request in turn; after that it gives
 *  `usual`. */
export async function openVendor(
  usual: (asked: Asked) => Answer,
  until: (end: () => Promise<void>) => void = onTestFinished,
) {
  const asked: Asked[] = []
  const answers: Answer[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const one = { method: request.method!, path: request.url!, headers: request.headers, body }
    asked.push(one)
    const answer = answers.shift() ?? usual(one)
    if (answer === 'hang') return
    if (answer === 'break') return void request.socket.destroy()
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  until(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { asked, answers, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
