/** A browser's storage with room for this many characters, keys and values together. As in a browser, its keys are its own enumerable
 *  properties, in no meaningful order. `room.chars` may change while it is used. */
export function createBrowserStorage(room = { chars: Infinity }): Storage {
  const kept: Record<string, string> = Object.create({
    getItem: (key: string) => (Object.hasOwn(kept, key) ? kept[key] : null),
    setItem: (key: string, value: string) => {
      const others = Object.entries(kept).filter(([other]) => other !== key)
      if ([...others, [key, value]].flat().join('').length > room.chars)
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      for (const other of Object.keys(kept)) delete kept[other]
      Object.assign(kept, Object.fromEntries([[key, value], ...others]))
    },
    removeItem: (key: string) => void delete kept[key],
  })
  return kept as unknown as Storage
}

/** Throws as reading `localStorage` does if the visitor forbids it. */
export function forbidden(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}
