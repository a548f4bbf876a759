/** How long a test waits for what comes soon on a machine that has nothing else to do: many tests run at once, on machines of
 *  every speed, and what never comes is late enough a failure then. */
export const PATIENCE_MS = 90_000
