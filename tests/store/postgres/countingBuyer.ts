import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A buyer on loopback that buys every lead and counts them. It answers a post once the promise of `think` has resolved. */
export async function openBuyer(think: () => Promise<unknown>) {
  const keys: string[] = []
  let now = 0
  let most = 0
  const server = createServer(async (request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    most = Math.max(most, ++now)
    request.resume()
    await think()
    now--
    response.setHeader('content-type', 'application/json').end('{"result":"accepted","price":"5.00"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/json`,
    /** Idempotency key of every post, in order of arrival. */
    keys,
    /** Most posts that were in progress at once. */
    most: () => most,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
