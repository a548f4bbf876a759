/** Runs actions with the same key one after another, in the order they were requested; other keys don't wait. */
export function serialize(): <T>(key: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, act) => {
    const acting = (last.get(key) ?? Promise.resolve()).then(act)
    const settled = acting
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key)
      })
    last.set(key, settled)
    return acting
  }
}
