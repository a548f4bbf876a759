import react from '@vitejs/plugin-react'
import { brotliCompressSync } from 'node:zlib'
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from 'vite'

/** Three builds, one per `--mode`, so that no visitor downloads a line of the operator's app. */
const BUILDS: Record<string, { base: string; build: BuildEnvironmentOptions }> = {
  /** What visitors download. */
  visitor: {
    base: '/main/',
    build: {
      outDir: 'dist/visitor',
      manifest: true,
      rolldownOptions: { input: { main: 'src/visitor/main.tsx', early: 'src/visitor/early.ts' } },
    },
  },
  /** What operators download. */
  stats: {
    base: '/main/stats/',
    build: {
      outDir: 'dist/stats',
      manifest: true,
      rolldownOptions: { input: { stats: 'src/stats/main.tsx' } },
    },
  },
  /** What the server imports to render a first step. */
  render: {
    base: '/main/',
    build: { outDir: 'dist/render', ssr: 'src/visitor/render.tsx' },
  },
}

export default defineConfig(({ mode }) => ({
  plugins: [react(), compressed()],
  publicDir: false,
  ...BUILDS[mode],
}))

/** Lays a brotli copy beside every script and stylesheet: the server sends it as it is. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const [fileName, output] of Object.entries(bundle)) {
        if (!/\.(js|css)$/.test(fileName)) continue
        const source = brotliCompressSync(output.type === 'chunk' ? output.code : output.source)
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source })
      }
    },
  }
}
