import { join, relative } from 'node:path'
import type { ServerResponse } from 'node:http'
import { type Connect, createServer } from 'vite'
import { openRestartingServer } from './restartingServer.ts'
import { NEW_FLOW, shellOf } from './shells.ts'

/** Runs Vite in front of the real server: `npm run dev`. Browser code comes from the source, and a change to it shows in the open page at
 *  once. A change to the server's own code restarts the server. Every other request goes through to it. */

const ROOT = join(import.meta.dirname, '..', '..')
const PORT = Number(process.env['PORT'] ?? 5173)

/** Source files that run only in browsers; Vite sends their changes. The server uses the rest of the source too. */
const IN_BROWSERS = /^(src\/(visitor|stats|desk)|widgets)\//
const ON_THE_SERVER = /^(src|schemas)\/.*\.(ts|json)$/
const FLOWS = /^fixtures\/sites\/([^/]+)\//

const server = await openRestartingServer(ROOT, () => vite.ws.send({ type: 'full-reload' }))

const vite = await createServer({
  root: ROOT,
  configFile: join(ROOT, 'vite.config.ts'),
  base: '/main/',
  appType: 'custom',
  server: {
    port: PORT,
    strictPort: true,
    proxy: {
      // Everything that isn't a module: the API, published files and pages the server draws itself. The host stays the browser's, because
      // operator calls must come from the server's own origin and a string here would change it.
      '^/(?!main/)|^/main/(flows|vehicles|logos|assets)/': { target: server.url, changeOrigin: false },
    },
  },
  plugins: [
    {
      name: 'in-front-of-the-server',
      configureServer: ({ middlewares }) => {
        middlewares.use((request, response, next) => {
          void answerPage(request, response).then((isAnswered) => {
            if (!isAnswered) next()
          }, next)
        })
      },
    },
  ],
})

vite.watcher.add(join(ROOT, 'fixtures', 'sites'))
vite.watcher.on('all', (_event, file) => {
  const changed = relative(ROOT, file)
  const site = FLOWS.exec(changed)?.[1]
  if (site) void server.publish(site).then(() => vite.ws.send({ type: 'custom', event: NEW_FLOW }))
  else if (ON_THE_SERVER.test(changed) && !IN_BROWSERS.test(changed)) server.restart()
})

await Promise.all([vite.listen(), server.ready()])
console.log(`\nOpen http://localhost:${PORT}/ for visitors, http://localhost:${PORT}/stats for operators.`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void Promise.all([vite.close(), server.stop()]).then(() => process.exit(0))
  })

/** Answers with a page whose scripts come from the source where the server's answer has the built ones. Waits for the server if it is
 *  restarting. */
async function answerPage(request: Connect.IncomingMessage, response: ServerResponse): Promise<boolean> {
  await server.ready()
  const address = request.originalUrl ?? '/'
  if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return false
  const answer = await fetch(new URL(address, server.url), {
    headers: { accept: 'text/html', 'user-agent': request.headers['user-agent'] ?? '' },
    redirect: 'manual',
  })
  const shell = shellOf(await answer.text())
  if (shell === null) return false
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(await vite.transformIndexHtml(address, shell))
  return true
}
