import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
/** The one without windows first: a tab of it takes a fifth of the processor's time. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  MAC,
]

/** The Chromium of this machine, or undefined. CHROMIUM names one that stands elsewhere. */
export function findChromium(): string | undefined {
  return process.env['CHROMIUM'] ?? PATHS.find((path) => existsSync(path))
}

/** Installs Chromium where it may: as root, on a system with apt. Elsewhere says how. Answers with where it stands. */
export function installChromium(): string | undefined {
  const apt = (args: string) => spawnSync(`apt-get ${args}`, { shell: true, stdio: 'inherit' }).status === 0
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Chromium is missing: installing it.')
    const isThere = (name: string) => apt(`install -y -qq ${name}`)
    if (apt('update -qq') && (isThere('chromium-headless-shell') || isThere('chromium')))
      return findChromium()
  }
  console.error(MISSING)
  return undefined
}

const MISSING =
  'The browser tests need Chromium. Debian, Ubuntu: sudo apt-get install chromium. macOS: brew install --cask chromium.' +
  ' Or set CHROMIUM to the path of a Chromium or Chrome that is there.'

/** Without a window it says that it is headless, and visits by such a browser count only once it acts. */
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** A real Chromium, without a window. Throws, saying how to get one. `more`: arguments of its own. */
export async function openBrowser(more: string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(MISSING)
  return chromium.launch({
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
}
