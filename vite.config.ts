import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin, UserConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { PLAIN_FORM } from './src/texts/letters.ts'
import { PAGE } from './src/texts/visitorPage.ts'
import { PATIENCE_MS } from './tests/patience.ts'

/** SOURCE_MAPS=1 lays a map beside each script. */
const WITH_MAPS = process.env['SOURCE_MAPS'] === '1'

/** Oldest browsers that visitors may have. Samsung Internet 15 is Chrome 90. */
const OLDEST = ['ios15', 'chrome90', 'firefox115']

/** What scripts are compiled for. Chrome 90 lacks one thing that 91 has, and `TOO_NEW` refuses it; compiled for 90, every `?.` would be
 *  spelled out, 670 bytes before the first answer. */
const TARGET = OLDEST.map((browser) => (browser === 'chrome90' ? 'chrome91' : browser))

/** Four builds, one per `--mode`, so that no visitor downloads a line of the operator's app. */
const BUILDS: Record<string, Pick<UserConfig, 'base' | 'build' | 'ssr' | 'define' | 'plugins'>> = {
  /** What visitors download. */
  visitor: {
    base: '/main/',
    plugins: [staticPage(), compiledAsItComes(), loadedAlone(), runsInOldest()],
    build: {
      target: TARGET,
      outDir: 'dist/visitor',
      modulePreload: false,
      manifest: true,
      sourcemap: WITH_MAPS,
      rolldownOptions: {
        input: {
          main: 'src/visitor/page/main.tsx',
          early: 'src/visitor/page/early.ts',
          embed: 'src/visitor/embedding/embed.ts',
          embedded: 'src/visitor/embedding/embedded.ts',
        },
      },
    },
  },
  /** What operators download. */
  stats: {
    base: '/main/stats/',
    build: {
      outDir: 'dist/stats',
      manifest: true,
      sourcemap: WITH_MAPS,
      // The tables are one script, loaded once and kept.
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { input: { stats: 'src/stats/main.ts', desk: 'src/desk/main.tsx' } },
    },
  },
  /** What authors download. */
  studio: {
    base: '/main/studio/',
    build: {
      outDir: 'dist/studio',
      manifest: true,
      sourcemap: WITH_MAPS,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        input: { drafts: 'src/studio/drafts/main.tsx', dev: 'src/studio/dev/main.tsx' },
      },
    },
  },
  /** What the server imports to render a first step. */
  render: {
    base: '/main/',
    build: { outDir: 'dist/render', ssr: 'src/visitor/page/render.tsx', sourcemap: true },
    // Whole, so that it holds React as visitors get it, and not its development build, whatever NODE_ENV says.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
  },
}

export default defineConfig(({ mode }) => ({
  publicDir: false,
  ...BUILDS[mode],
  plugins: [react(), ...(BUILDS[mode]?.plugins ?? []), compressed(), untimed()],
  /** Journeys drive a real browser against the built product, processes are started as operators start them; everything else
   *  is quick. */
  test: {
    // A file that leaves something behind fails the next one: none does, and loading all modules anew for each took as long as
    // a third of the tests.
    isolate: false,
    // What a thread of the store loads was compiled once: see src/cli/leadloom.js.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    projects: [
      {
        test: {
          name: 'quick',
          include: ['tests/**/*.test.ts'],
          exclude: [JOURNEYS, PROCESSES, ON_POSTGRES],
          ...PATIENT,
          // What one waits for, the others use.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'processes',
          include: [PROCESSES],
          globalSetup: PUBLISHED,
          ...PATIENT,
          ...AFTER_QUICK,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [ON_POSTGRES],
          globalSetup: 'tests/store/postgres/server.ts',
          ...PATIENT,
          ...AFTER_QUICK,
        },
      },
      {
        test: {
          name: 'journeys',
          include: [JOURNEYS],
          globalSetup: PUBLISHED,
          ...PATIENT,
          ...AFTER_QUICK,
        },
      },
    ],
  },
}))

const JOURNEYS = 'tests/journeys/**/*.test.ts'
const PROCESSES = 'tests/processes/**/*.test.ts'
const ON_POSTGRES = 'tests/store/postgres/**/*.test.ts'
const PUBLISHED = 'tests/journeys/published.ts'

/** These start processes of their own, which need the cores. While one waits for a clock or a browser, the others use them. */
const AFTER_QUICK = { maxWorkers: 3, sequence: { groupOrder: 1 } }

/** Far more than any test takes where it runs alone. */
const PATIENT = {
  testTimeout: 4 * PATIENCE_MS,
  hookTimeout: 2 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
  // A summary that says what differed, not only that something did.
  chaiConfig: { truncateThreshold: 400 },
}

/** Loads a later script by `import()` alone. Vite's own way also fetches the scripts and styles that it needs: a visitor's
 *  later scripts need only what the page has by then. */
function loadedAlone(): Plugin {
  return {
    name: 'loaded-alone',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
  }
}

/** Refuses what the oldest browsers can't parse, and methods that they lack and src/visitor/page/oldBrowsers.ts doesn't add. */
function runsInOldest(): Plugin {
  return {
    name: 'runs-in-oldest',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const [found] = chunk.code.match(TOO_NEW) ?? []
          if (found)
            this.error(`${chunk.fileName} has "${found}", which ${OLDEST.join(', ')} don't all know.`)
        }
      },
    },
  }
}

/** Source: MDN's compatibility tables, for iOS 15.0 and Chrome 90. The scripts of libraries ask for requestIdleCallback before they use it. */
const TOO_NEW = new RegExp(
  [
    String.raw`\(\?<[=!][^)]*\)`,
    String.raw`\.(toSorted|toReversed|toSpliced|isWellFormed|toWellFormed|fromAsync|checkVisibility|replaceWithHTML|setHTML)\(`,
    String.raw`\b(structuredClone|Promise\.(withResolvers|try)|(Object|Map)\.groupBy|Array\.fromAsync|URL\.(parse|canParse)|AbortSignal\.any|crypto\.randomUUID|BroadcastChannel|CompressionStream|Iterator\.from)\b`,
    // A spread in an optional call: Chrome 90 calls what isn't there.
    String.raw`\?\.\w*\(([^()[\]{}]*,)?\.{3}`,
    String.raw`\.(union|intersection|difference|isSubsetOf|isSupersetOf|isDisjointFrom)\(`,
  ].join('|'),
)

/** Leaves out how long each part of a build took, which Rolldown says on a slow machine. */
function untimed(): Plugin {
  return {
    name: 'untimed',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { checks: { bundlerTimings: false } } } }),
  }
}

/** Lays a brotli copy beside every script and stylesheet: the server sends it as it is. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle: {
      // After Vite's own, which fills in the preloads of scripts that are loaded later.
      order: 'post',
      handler(_, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          if (!/\.(js|css)$/.test(fileName)) continue
          const source = brotliCompressSync(output.type === 'chunk' ? output.code : output.source)
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source })
        }
      },
    },
  }
}

/** Small scripts that run whole as they come. */
const BY_THEMSELVES: ReadonlySet<string> = new Set(['early', 'embed', 'embedded'])

/** Asks the browser to compile a script whole while it still arrives, apart from the page's own thread: else each function
 *  is compiled on that thread when it is first called, most of what React's start takes. Source: V8, "Explicit compile
 *  hints". */
function compiledAsItComes(): Plugin {
  return {
    name: 'compiled-as-it-comes',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || BY_THEMSELVES.has(chunk.name)) continue
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
          const map = bundle[`${chunk.fileName}.map`]
          if (map?.type === 'asset') map.source = String(map.source).replace('"mappings":"', '"mappings":";')
        }
      },
    },
  }
}

/** The page for a host of static files: it knows nothing and asks the server for a session and a flow. The attributes of
 *  its root say what it may not guess: see src/visitor/page/fetchPage.ts. */
function staticPage(): Plugin {
  return {
    name: 'static-page',
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
      const script = files.find((file) => file.type === 'chunk' && file.isEntry && file.name === 'main')
      const early = files.find((file) => file.type === 'chunk' && file.name === 'early')
      const styles = files.filter((file) => file.fileName.endsWith('.css'))
      const source = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${PAGE.loading}</title>
${styles.map(({ fileName }) => `<link rel="stylesheet" href="/main/${fileName}">`).join('\n')}
<script src="/main/${early?.fileName}"></script>
<script type="module" src="/main/${script?.fileName}"></script>
</head>
<body>
<noscript><p class="no-script">${PLAIN_FORM.needsScript}</p></noscript>
<div id="root" data-api="/api"></div>
</body>
</html>
`
      this.emitFile({ type: 'asset', fileName: 'index.html', source })
    },
  }
}
