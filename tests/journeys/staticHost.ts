import { createReadStream, existsSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface StaticHost {
  url: string
  /** Answers that calls get in place of the server's, by method and path. */
  answers: Map<string, { status: number; body: string }>
  end: () => Promise<void>
}

/** A rented host for static files: the built visitor under /main/, its index.html for every page, and everything else passed on to the
 *  server behind it. */
export async function hostStatic(server: string): Promise<StaticHost> {
  const answers: StaticHost['answers'] = new Map()
  const host = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', server)
    const built = join('dist/visitor', pathname.replace(/^\/main\//, ''))
    const instead = answers.get(`${asked.method} ${pathname}`)
    if (instead) answer.writeHead(instead.status, { 'content-type': 'application/json' }).end(instead.body)
    else if (pathname.startsWith('/main/assets/') && existsSync(built)) {
      answer.setHeader('content-type', built.endsWith('.css') ? 'text/css' : 'text/javascript')
      createReadStream(built).pipe(answer)
    } else if (/^\/(api|webhook|main)\//.test(pathname)) {
      const passed = request(new URL(asked.url ?? '/', server), {
        method: asked.method,
        headers: asked.headers,
      })
      passed.on('response', (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      })
      asked.pipe(passed)
    } else {
      answer.setHeader('content-type', 'text/html; charset=utf-8')
      createReadStream('dist/visitor/index.html').pipe(answer)
    }
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    answers,
    end: () => new Promise((resolve) => host.close(() => resolve()).closeAllConnections()),
  }
}
