import type { Seen } from '../../../schemas/kernel/consent.ts'

/** Maximum size of a step's stored markup: schemas/kernel/consent.ts. */
const HTML_BYTES = 32 * 1024
const CONTROL_LENGTH = 400

/** The step on the screen when one of its buttons is pressed, for its consents. `atMs` is UTC epoch ms. */
export function seenStep(frame: Element, button: Element | null, atMs: number): Seen {
  return {
    at: Math.round(atMs),
    control: (button?.textContent ?? '').trim().slice(0, CONTROL_LENGTH),
    html: cut(frame.outerHTML),
  }
}

function cut(html: string): string {
  const { read } = new TextEncoder().encodeInto(html, new Uint8Array(HTML_BYTES))
  return html.slice(0, read)
}
