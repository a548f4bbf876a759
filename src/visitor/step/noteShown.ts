import type { Shown } from '../page/early.ts'

/** Notes that another question, or another part of it, is on the screen. The early script ignores presses on it for a moment. */
export function noteShown(): void {
  const shown: Shown = 'leadloom:shown'
  dispatchEvent(new Event(shown))
}
