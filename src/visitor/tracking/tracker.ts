import type { TrackingId } from '../../../schemas/kernel/session.ts'

/** One vendor's script. */
export interface VendorScript {
  /** Adds the script to the page; `found` gets the value of its callback, whatever it is. */
  start: (found: (value: unknown) => void) => void
  /** True if it witnesses what the visitor does. It is not started on a page that asks nothing more, as its ID would replace the one
   *  that saw the consent. */
  witness?: true
  /** Ends its recording once nothing more is asked. */
  stop?: () => void
}

/** Vendor script that gives the session an ID. */
export interface Tracker extends VendorScript {
  id: TrackingId
  /** Present value on the page. */
  look: () => unknown
  /** ID in a value; null if it has none. */
  idOf: (value: string) => string | null
  /** Name of the form's hidden field for the ID. */
  field?: string
}

/** Known IDs so far. */
export type TrackingIds = Readonly<Partial<Record<TrackingId, string>>>

/** Adds a third-party script. If it fails to load, that is logged to the console, and nothing waits for it. `loaded` is called once it
 *  has run, or thrown. */
export function addScript(src: string, loaded: () => void = () => {}): HTMLScriptElement {
  const script = document.createElement('script')
  script.addEventListener('load', loaded)
  script.addEventListener('error', () => console.warn(`${new URL(src).host} did not give its script.`))
  Object.assign(script, { async: true, src })
  document.body.append(script)
  return script
}

/** Value of the hidden field with this name in the step's form. */
export function hiddenValue(name: string): string | undefined {
  return document.querySelector<HTMLInputElement>(`form input[name="${name}"]`)?.value
}
