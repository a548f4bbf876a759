import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What npm's lock file says of a package. */
export interface Locked {
  version?: string
  license?: string
  /** Needed only while developing and building. */
  dev?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** npm's lock file: packages by their place, such as `node_modules/react`. The place of the product itself is empty. */
export interface Lock {
  packages: Record<string, Locked>
}

/** The lock file of what is shipped: packages that a server loads, and those in `bundled`, whose code is in what browsers load.
 *  A bundled package stands alone, because only parts of it and of its dependencies are shipped. */
export function shippedLock({ packages, ...rest }: Lock, bundled: ReadonlySet<string>): Lock {
  const { '': root = {}, ...others } = packages
  const shipped = Object.entries(others).flatMap(([place, locked]): [string, Locked][] => {
    if (!locked.dev) return [[place, locked]]
    if (!bundled.has(place)) return []
    return [[place, { ...locked, dev: false, dependencies: {}, peerDependencies: {} }]]
  })
  const added = shipped.filter(([place]) => others[place]?.dev)
  const dependencies = Object.fromEntries(added.map(([place, { version = '' }]) => [nameAt(place), version]))
  return {
    ...rest,
    packages: {
      '': { ...root, dependencies: { ...root.dependencies, ...dependencies }, devDependencies: {} },
      ...Object.fromEntries(shipped),
    },
  }
}

/** The places of packages that the source maps in `folder` name. */
export function bundledPackages(folder: string): Set<string> {
  const sources = globSync('**/*.map', { cwd: folder }).flatMap(
    (map) => (JSON.parse(readFileSync(join(folder, map), 'utf8')) as { sources: string[] }).sources,
  )
  return new Set(
    sources.flatMap(
      (source) => /node_modules\/(.*\/node_modules\/)?(@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? [],
    ),
  )
}

/** The name of the package at a place. */
export function nameAt(place: string): string {
  return place.split('node_modules/').at(-1)!
}
