import { watch } from 'node:fs'

/** Calls `onChange` once a folder's files have changed and stayed unchanged for a moment. Returns a function that stops it. */
export function watchFolder(folder: string, onChange: () => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, SETTLE_MS)
  })
  return async () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** An editor writes a file in several steps. */
const SETTLE_MS = 30
