/** Longest wait for something that comes soon on an idle machine. Many tests run at once, on machines of every speed, and something that
 *  never comes fails soon enough. */
export const PATIENCE_MS = 20_000
