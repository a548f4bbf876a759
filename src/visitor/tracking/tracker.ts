import type { TrackingId } from '../../../schemas/session.ts'

/** One vendor's script. */
export interface VendorScript {
  /** Puts the script on the page; `found` is for what its callback gives, whatever that is. */
  start: (found: (value: unknown) => void) => void
  /** Whether it witnesses what the visitor does. On a page that asks nothing more it is not started: its id would take the
   *  place of the one that saw the consent. */
  witness?: true
  /** Ends its recording: nothing more is asked. */
  stop?: () => void
}

/** One whose script gives the session an id. */
export interface Tracker extends VendorScript {
  id: TrackingId
  /** What the page holds of it by now. */
  look: () => unknown
  /** The id that a value stands for; null when it is none. */
  idOf: (value: string) => string | null
  /** The form's hidden field that carries the id. */
  field?: string
}

/** The ids that are known so far. */
export type TrackingIds = Readonly<Partial<Record<TrackingId, string>>>

/** Adds a script of another's. One that does not come is told on the console, and nothing waits for it.
 *  `loaded`: it has run, or thrown while it ran. */
export function addScript(src: string, loaded: () => void = () => {}): HTMLScriptElement {
  const script = document.createElement('script')
  script.addEventListener('load', loaded)
  script.addEventListener('error', () => console.warn(`${new URL(src).host} did not give its script.`))
  Object.assign(script, { async: true, src })
  document.body.append(script)
  return script
}

/** The value of the hidden field of this name in the step's form. */
export function hiddenValue(name: string): string | undefined {
  return document.querySelector<HTMLInputElement>(`form input[name="${name}"]`)?.value
}
