import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { refused, running } from './running.ts'

const built = mkdtempSync(join(tmpdir(), 'leadloom-built-'))
afterAll(() => rmSync(built, { recursive: true }))
const script = 'export const app = 1'
const manifest = {
  'src/stats/main.ts': {
    file: 'assets/stats-a1b2.js',
    isEntry: true,
    imports: ['_days.js'],
    dynamicImports: ['src/stats/mount.tsx'],
  },
  'src/stats/mount.tsx': {
    file: 'assets/mount-b2.js',
    imports: ['_days.js', '_react.js'],
    dynamicImports: ['src/stats/Chart.tsx'],
    css: ['assets/stats-c3.css'],
  },
  'src/desk/main.tsx': { file: 'assets/desk-b8.js', isEntry: true, imports: ['_react.js'] },
  'src/stats/Chart.tsx': { file: 'assets/chart-d4.js', css: ['assets/chart-e5.css'] },
  '_days.js': { file: 'assets/days-f6.js' },
  '_react.js': { file: 'assets/react-a7.js' },
}
for (const [file, content] of Object.entries({
  'stats/.vite/manifest.json': JSON.stringify(manifest),
  'studio/.vite/manifest.json': JSON.stringify({
    'src/studio/dev/main.tsx': { file: 'assets/dev-b1.js', isEntry: true },
    'src/studio/drafts/main.tsx': { file: 'assets/drafts-a1.js', isEntry: true },
  }),
  'studio/assets/drafts-a1.js': script,
  'studio/assets/drafts-a1.js.br': brotliCompressSync(script),
  'stats/assets/stats-a1b2.js': script,
  'stats/assets/stats-a1b2.js.br': brotliCompressSync(script),
})) {
  mkdirSync(dirname(join(built, file)), { recursive: true })
  writeFileSync(join(built, file), content)
}
const folders = { stats: join(built, 'stats'), studio: join(built, 'studio') }
const { send } = await running({ env: { PRODUCT_NAME: 'A & "B"' }, folders, until: afterAll })

test.each(['/stats', '/stats/visits?path=small'])('%s is the page of the dashboard', async (url) => {
  const { body, headers, statusCode } = await send({ url })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).toContain('<script type="module" src="/main/stats/assets/stats-a1b2.js"></script>')
  expect(body).toContain('<link rel="stylesheet" href="/main/stats/assets/stats-c3.css">')
  expect(body).toContain('<meta name="product-name" content="A &#38; &#34;B&#34;">')
  expect(body).toContain('<div id="root"><main class="opening"')
})

test('the page requests exactly what the app loads at the start', async () => {
  const { body } = await send({ url: '/stats' })
  const asked = Array.from(body.matchAll(/<link rel="(\w+)" href="\/main\/stats\/([^"]+)">/g), (link) =>
    link.slice(1),
  )
  expect(asked).toEqual([
    ['stylesheet', 'assets/stats-c3.css'],
    ['modulepreload', 'assets/days-f6.js'],
    ['modulepreload', 'assets/react-a7.js'],
    ['modulepreload', 'assets/mount-b2.js'],
  ])
})

test('its CSP allows only our own scripts, with a new nonce each time', async () => {
  const policies = await Promise.all(
    [1, 2].map(async () => {
      const { body, headers } = await send({ url: '/stats' })
      const nonce = /name="csp-nonce" content="([^"]+)"/.exec(body)![1]!
      const policy = String(headers['content-security-policy'])
      expect(policy.split(';').map((directive) => directive.trim())).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        'worker-src blob:',
      ])
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
      expect(headers['cache-control']).toBe('no-store')
      return policy
    }),
  )
  expect(policies[0]).not.toBe(policies[1])
})

test.each(['/desk', '/desk/leads?state=due'])('%s is the page of the desk', async (url) => {
  const { body, headers } = await send({ url })
  expect(body).toContain('<script type="module" src="/main/stats/assets/desk-b8.js"></script>')
  expect(body).toContain('<link rel="modulepreload" href="/main/stats/assets/react-a7.js">')
  expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|worker-src|frame-src/)
})

test.each(['/studio', '/studio/my-site'])('%s is the page for authors, with its own CSP', async (url) => {
  const { body, headers } = await send({ url })
  expect(body).toContain('<script type="module" src="/main/studio/assets/drafts-a1.js"></script>')
  expect(body).toContain('<title>Studio · A &#38; &#34;B&#34;</title>')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-src 'self'")
  expect(policy).not.toMatch(/unsafe|worker-src/)
  expect((await send({ url: '/main/studio/assets/drafts-a1.js' })).body).toBe(script)
})

test('built files are cached forever, and served as brotli to browsers that accept it', async () => {
  const url = '/main/stats/assets/stats-a1b2.js'
  const plain = await send({ url })
  expect([plain.body, plain.headers['cache-control']]).toEqual([
    script,
    'public, max-age=31536000, immutable',
  ])
  const packed = await send({ url, headers: { 'accept-encoding': 'br, gzip' } })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.rawPayload).toEqual(brotliCompressSync(script))
})

test('without a build, the dashboard and the studio say what to do', async () => {
  const bare = await running()
  expect((await bare.send({ url: '/studio' })).body).toContain("The studio isn't built. Run npm run build.")
  expect((await bare.send({ url: '/stats' })).body).toContain("The dashboard isn't built. Run npm run build.")
  expect(refused(await bare.send({ url: '/main/stats/assets/x.js' }))).toMatchObject({ code: 404 })
})

test('the process reports that it’s alive, and that its store accepts writes', async () => {
  expect((await send({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
  expect((await send({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
})

test('a server about to stop is alive, but not ready for visitors', async () => {
  const stopping = await running()
  stopping.ctx.state.noteStopping()
  expect((await stopping.send({ url: '/healthz' })).statusCode).toBe(200)
  expect(refused(await stopping.send({ url: '/readyz' }))).toMatchObject({ code: 503 })
})

test('the public listener has no metrics', async () => {
  const bare = await running()
  expect((await bare.send({ url: '/metrics' })).body).not.toContain('leadloom_')
})
