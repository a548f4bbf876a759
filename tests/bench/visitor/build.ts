import react from '@vitejs/plugin-react'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { plainPage } from '../peers/plain/page.ts'

/** Folder of the built peers, one folder each. */
export const PEERS_FOLDER = resolve('dist/peers')

/** Builds the peers for production with Vite's defaults. */
export async function buildPeers(): Promise<void> {
  rmSync(PEERS_FOLDER, { recursive: true, force: true })
  const plain = join(PEERS_FOLDER, 'plain')
  mkdirSync(plain, { recursive: true })
  writeFileSync(join(plain, 'index.html'), plainPage())
  for (const peer of ['react', 'formbricks', 'rjsf'])
    await build({
      configFile: false,
      root: resolve('tests/bench/peers', peer),
      base: `/${peer}/`,
      plugins: [react()],
      logLevel: 'error',
      build: { outDir: join(PEERS_FOLDER, peer), chunkSizeWarningLimit: Infinity },
    })
}
