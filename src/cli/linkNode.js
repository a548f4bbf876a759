// Plain JavaScript, so that any Node can read it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** `npm run ready` makes the link that commands find our Node by. npm before 11 removes it after `npm ci`, together with the
 *  packages for other systems, whose Node has the same link. */

const ROOT = new URL('../../', import.meta.url)
const { optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))
const isThere = (path) => existsSync(new URL(`node_modules/${path}`, ROOT))
const installed = Object.keys(optionalDependencies).filter(isThere)
if (installed.length > 0 && !isThere('.bin/node'))
  execFileSync(process.execPath, [process.env['npm_execpath'], 'rebuild', ...installed], {
    cwd: ROOT,
    stdio: 'inherit',
  })
