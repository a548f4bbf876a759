import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Act } from '../journeys/acts.ts'

/** A browser window, as far as a walk needs it. Throws if something it waits for doesn't come within WAIT_MS. */
export interface Window {
  open: (address: string) => Promise<void>
  /** Waits until `expression`, JavaScript, is true on the page. */
  until: (expression: string) => Promise<void>
  act: (act: Act) => Promise<void>
  /** Presses the element that the selector finds, once it is visible. */
  press: (selector: string) => Promise<void>
  /** Takes a picture of the page, PNG. */
  picture: () => Promise<Uint8Array>
  /** Errors that the page reported, if the browser gives them. */
  complaints: string[]
  close: () => Promise<void>
}

/** A browser for a walk. */
export interface Engine {
  name: string
  /** The programs that it needs, by the Debian package that brings each. */
  needs: Record<string, string>
  /** Opens a window that keeps nothing of the one before. */
  openWindow: () => Promise<Window>
  end: () => Promise<void>
}

export const WAIT_MS = 20_000
export const PHONE = { width: 360, height: 740 }

/** An expression for the one visible element that a selector finds, or undefined. */
export function inSight(selector: string): string {
  return `[...document.querySelectorAll(${JSON.stringify(selector)})].find((element) => element.checkVisibility({ visibilityProperty: true }))`
}

/** Installs the browser's missing programs where it can: as root, on a system with apt. Otherwise throws an error that says what to
 *  install. */
export function install({ name, needs }: Pick<Engine, 'name' | 'needs'>): void {
  const missing = () =>
    Object.entries(needs).flatMap(([program, debian]) => (existsSync(program) ? [] : [debian]))
  if (missing().length === 0) return
  const packages = missing().join(' ')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`${name} needs ${packages}: installing.`)
    spawnSync(`apt-get update -qq && apt-get install -y -qq ${packages}`, { shell: true, stdio: 'inherit' })
  }
  if (missing().length > 0)
    throw new Error(`${name} needs ${packages}. Debian, Ubuntu: sudo apt-get install ${packages}.`)
}
