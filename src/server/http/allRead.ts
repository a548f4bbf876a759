let nextTurn: Promise<void> | undefined

/** Resolves once all requests that are there to be read have been. Those that are then opened and judged one right after another
 *  find the code for it in the processor's cache; after the reading of each it had to come from memory, which took a third of a
 *  request's time. */
export function allRead(): Promise<void> {
  return (nextTurn ??= new Promise((resolve) =>
    setImmediate(() => {
      nextTurn = undefined
      resolve()
    }),
  ))
}
