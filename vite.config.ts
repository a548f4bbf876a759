import react from '@vitejs/plugin-react'
import { defineConfig, type BuildEnvironmentOptions } from 'vite'

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
  plugins: [react()],
  publicDir: false,
  ...BUILDS[mode],
}))
