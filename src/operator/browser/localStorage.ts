import type { BrowserStorage } from './preferences.ts'

/** Browser storage with memory as a fallback: if it is full or forbidden, values last until the page is left. */
export function openStorage(browser: () => Storage): BrowserStorage {
  /** Values that the browser did not accept; null marks a removed one. */
  const memory = new Map<string, string | null>()
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(browser())
    } catch {
      return null
    }
  }
  const change = (key: string, value: string | null, use: (storage: Storage) => void) => {
    memory.set(key, value)
    if (attempt((storage) => (use(storage), true))) memory.delete(key)
  }
  return {
    getItem: (key) =>
      memory.has(key) ? (memory.get(key) ?? null) : attempt((storage) => storage.getItem(key)),
    setItem: (key, value) => change(key, value, (storage) => storage.setItem(key, value)),
    removeItem: (key) => change(key, null, (storage) => storage.removeItem(key)),
  }
}
