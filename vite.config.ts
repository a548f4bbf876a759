import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Three builds, so that no visitor downloads a line of the operator's app:
 *  visitor -> dist/visitor, served under /main/; stats -> dist/stats, served under /main/stats/;
 *  render -> dist/render, which the server imports to render a first step. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  builder: {},
  environments: {
    visitor: {
      consumer: 'client',
      build: {
        outDir: 'dist/visitor',
        manifest: true,
        rolldownOptions: { input: { main: 'src/visitor/main.tsx', early: 'src/visitor/early.ts' } },
      },
    },
    stats: {
      consumer: 'client',
      build: {
        outDir: 'dist/stats',
        manifest: true,
        rolldownOptions: { input: { stats: 'src/stats/main.tsx' } },
      },
    },
  },
})
