import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { noticesOf } from './notices.ts'

/** `npm run release` builds the committed source twice, each time in an empty folder, and refuses a release where the builds
 *  differ. It writes to `release/`: SHA256SUMS of what was built, the software bill of materials (CycloneDX) of what runs in
 *  production, and the notices of third parties. */

const OUT = 'release'

const [first, second] = [sumsOfBuild(), sumsOfBuild()]
const differing = [...new Set([...first.keys(), ...second.keys()])].filter(
  (file) => first.get(file) !== second.get(file),
)
if (differing.length > 0) {
  console.error(`Two builds of the same source differ:\n${differing.join('\n')}`)
  process.exit(1)
}
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT)
const sums = Array.from(first, ([file, sum]) => `${sum}  ${file}\n`).sort()
writeFileSync(join(OUT, 'SHA256SUMS'), sums.join(''))
writeFileSync(join(OUT, 'sbom.cdx.json'), npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'))
writeFileSync(join(OUT, 'THIRD_PARTY_NOTICES.txt'), noticesOf('package-lock.json', 'node_modules'))
console.log(`${first.size} files, the same in both builds. See ${OUT}/.`)

/** SHA-256 of each file that a build of the last commit makes, by its path. */
function sumsOfBuild(): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-release-'))
  try {
    execFileSync('sh', ['-c', 'git archive HEAD | tar -x -C "$1"', 'sh', folder])
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'inherit' })
    const files = globSync('dist/**/*', { cwd: folder, withFileTypes: true }).filter((file) => file.isFile())
    return new Map(
      files.map(({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function npm(...args: string[]): string {
  return execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}
