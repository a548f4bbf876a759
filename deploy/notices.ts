import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What npm's lock file says of a package. */
interface Locked {
  version?: string
  license?: string
  /** Needed only while developing and building. */
  dev?: boolean
  link?: boolean
}

/** Packages that browsers download: built into scripts, they are no dependency of what runs. Their own dependencies come along. */
const BUNDLED =
  /^node_modules\/(@codemirror|@lezer|@mantine|@maskito|@noble|@rjsf|@simplewebauthn|@tabler|@floating-ui|@marijn|clsx|d3-|dayjs|es-toolkit|fflate|get-nonce|immer|mantine-react-table|react|recharts|scheduler|style-mod|use-|victory-|w3c-keyname|write-excel-file|crelt)/

/** The licenses of everything that runs on a server or in a browser, package by package, with their own texts where they have
 *  one. `lockFile` is npm's; `modules` is where the packages are installed. */
export function noticesOf(lockFile: string, modules: string): string {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Locked> }
  const kept = Object.entries(packages).filter(
    ([path, { dev, link }]) => path !== '' && !link && (!dev || BUNDLED.test(path)),
  )
  const notices = kept.map(([path, { version = '', license = 'see its text' }]) => {
    const name = path.split('node_modules/').at(-1)!
    return [`${name} ${version} (${license})`, ...textsIn(join(modules, '..', path))].join('\n\n')
  })
  return `${notices.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function textsIn(folder: string): string[] {
  const files = globSync('{LICENSE,LICENCE,NOTICE,COPYING,license,licence}*', {
    cwd: folder,
    withFileTypes: true,
  })
  return files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').trim())
    .sort()
}
