import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { PATIENCE_MS } from '../patience.ts'

const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium of this machine, or undefined; CHROMIUM names one elsewhere. Prefers the one without windows, whose tabs take a fifth of
 *  the processor's time. */
export function findChromium(): string | undefined {
  return process.env['CHROMIUM'] ?? [SHELL, ...WHOLE].find((path) => existsSync(path))
}

/** The Chromium with windows, the only one that keeps a page that was left. */
export function findWholeChromium(): string | undefined {
  return process.env['CHROMIUM'] ?? WHOLE.find((path) => existsSync(path))
}

/** True if there is a Chromium. Installs what is missing where it can: as root, on a system with apt. Elsewhere prints how to. */
export function haveChromium(): boolean {
  const apt = (args: string) => spawnSync(`apt-get ${args}`, { shell: true, stdio: 'inherit' }).status === 0
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !process.env['CHROMIUM']
  const missing = [
    ...(findWholeChromium() === undefined ? ['chromium'] : []),
    ...(existsSync(SHELL) ? [] : ['chromium-headless-shell']),
  ]
  if (mayInstall && missing.length > 0) {
    console.log(`Installing ${missing.join(' and ')}.`)
    // Some systems lack the one without windows; the tests are only slower then.
    if (apt('update -qq')) missing.forEach((name) => apt(`install -y -qq ${name}`))
  }
  if (findWholeChromium() !== undefined) return true
  console.error(MISSING)
  return false
}

const MISSING =
  'The browser tests need Chromium. Debian, Ubuntu: sudo apt-get install chromium. macOS: brew install --cask chromium.' +
  ' Or set CHROMIUM to the path of a Chromium or Chrome that is there.'

/** User agent of a person's browser. Without a window Chromium calls itself headless, and visits by such a browser count only once it
 *  acts. */
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** A real Chromium, without a window. Throws, saying how to get one. `more`: arguments of its own. */
export async function openBrowser(more: string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(MISSING)
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-agent=${PERSON}`,
      ...more,
    ],
  })
  return browser.on('context', (context) => {
    context.setDefaultTimeout(PATIENCE_MS)
    void context.addInitScript(readAtOnce)
  })
}

/** Makes every press count as one of a person who has read for long, so that no test waits until a question can be answered. A test
 *  of that waiting sets `isInRealTime`. Runs in the page. */
export function readAtOnce(): void {
  const ownTime = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')!
  Object.defineProperty(Event.prototype, 'timeStamp', {
    get(this: Event): number {
      const readMs = this.type === 'click' && !('isInRealTime' in window) ? 1_000_000 : 0
      return (ownTime.get!.call(this) as number) + readMs
    },
  })
}

/** Takes presses at their own time, as for a visitor. Runs in the page, before its scripts. */
export function pressInRealTime(): void {
  Object.assign(window, { isInRealTime: true })
}
