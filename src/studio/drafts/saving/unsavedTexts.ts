/** Unsaved text of a draft, stored in the browser. */
export interface Unsaved {
  /** Revision that it is based on. */
  revision: number
  /** Time when it was stored: UTC epoch ms. */
  at: number
  text: string
}

/** Texts of one draft, one for each tab, so that no tab overwrites the input of another. */
export interface UnsavedTexts {
  /** Takes over the newest text, which may be that of a closed tab; null if there is none. An open tab stores its text again. */
  adopt(): Unsaved | null
  /** Returns true if the browser stored it: its storage may be forbidden, or too small. */
  keep(unsaved: Unsaved): boolean
  drop(): void
}

export function unsavedTexts(storage: () => Storage, path: string, tab: string): UnsavedTexts {
  const ofDraft = `leadloom-draft:${path}:`
  const own = ofDraft + tab
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(storage())
    } catch {
      return null
    }
  }
  return {
    adopt: () =>
      attempt((storage) => {
        const kept = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
          .filter((key) => key.startsWith(ofDraft))
          .map((key) => ({ key, unsaved: JSON.parse(storage.getItem(key)!) as Unsaved }))
        const newest = kept.sort((a, b) => b.unsaved.at - a.unsaved.at)[0]
        if (!newest) return null
        // Removed first, as a full storage has no room for both.
        storage.removeItem(newest.key)
        storage.setItem(own, JSON.stringify(newest.unsaved))
        return newest.unsaved
      }),
    keep: (unsaved) => attempt((storage) => (storage.setItem(own, JSON.stringify(unsaved)), true)) !== null,
    drop: () => void attempt((storage) => storage.removeItem(own)),
  }
}
