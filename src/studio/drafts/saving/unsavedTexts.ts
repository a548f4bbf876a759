/** What was typed of a draft and is not saved, kept in the browser. */
export interface Unsaved {
  /** That it was made from. */
  revision: number
  /** When it was kept: UTC epoch ms. */
  at: number
  text: string
}

/** The texts of one draft: one for each tab, so that no tab overwrites what was typed in another. */
export interface UnsavedTexts {
  /** Takes over the newest text, that of a tab which is gone too; null where there is none. A tab that still has its text keeps it
   *  again. */
  adopt(): Unsaved | null
  /** Whether the browser kept it: its storage may be forbidden, or too small. */
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
        // First away, for a storage that is full has no room for both.
        storage.removeItem(newest.key)
        storage.setItem(own, JSON.stringify(newest.unsaved))
        return newest.unsaved
      }),
    keep: (unsaved) => attempt((storage) => (storage.setItem(own, JSON.stringify(unsaved)), true)) !== null,
    drop: () => void attempt((storage) => storage.removeItem(own)),
  }
}
