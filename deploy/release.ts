import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticesOf } from './notices.ts'
import { bundledPackages, shippedLock, type Lock } from './shipped.ts'
import { differing, sumsOf } from './sums.ts'

/** `npm run release` builds the committed source twice, each time in an empty folder, and refuses a release where the builds
 *  differ. It writes to `release/`: SHA256SUMS of what was built, the software bill of materials (CycloneDX) of what is
 *  shipped, and the notices of third parties. */

const OUT = 'release'

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT)
const [first, second] = [built(sumsOf), built(sumsOf)]
const files = differing(first, second)
if (files.length > 0) {
  console.error(`Two builds of the same source differ:\n${files.join('\n')}`)
  process.exit(1)
}
const lock = shippedLock(
  JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock,
  // Source maps name all code that was built in. A release has none, because they would say where it was built.
  built(bundledPackages, { SOURCE_MAPS: '1' }),
)
const sums = Array.from(first, ([file, sum]) => `${sum}  dist/${file}\n`).sort()
writeFileSync(join(OUT, 'SHA256SUMS'), sums.join(''))
writeFileSync(join(OUT, 'sbom.cdx.json'), billOf(lock))
writeFileSync(join(OUT, 'THIRD_PARTY_NOTICES.txt'), noticesOf(lock, '.'))
console.log(`${first.size} files, the same in both builds. See ${OUT}/.`)

/** What `read` finds in a build of the last commit. */
function built<Found>(read: (dist: string) => Found, env: NodeJS.ProcessEnv = {}): Found {
  return inFolder((folder) => {
    // Packages lie in the folder itself, as they do where a release is installed: maps name the way to them.
    execFileSync('sh', ['-c', 'git archive HEAD | tar -x -C "$1" && cp -al node_modules "$1"', 'sh', folder])
    execFileSync('npm', ['run', '--silent', 'build'], {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    return read(join(folder, 'dist'))
  })
}

/** npm leaves out packages that are also used while developing, unless it is handed a lock file without the others. */
function billOf(lock: Lock): string {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(lock.packages['']))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
    return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  })
}

/** What `act` makes of an empty folder, which is removed then. Its name is the product's: npm takes it from there. */
function inFolder<Made>(act: (folder: string) => Made): Made {
  const parent = mkdtempSync(join(OUT, 'build-'))
  const folder = join(parent, 'leadloom')
  mkdirSync(folder)
  try {
    return act(folder)
  } finally {
    rmSync(parent, { recursive: true })
  }
}
