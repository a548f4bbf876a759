import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..', '..')

/** Checks a commit out into its own folder and builds it there, with the packages of this tree. Throws one plain sentence if the repository
 *  doesn't have the commit. */
export function openEarlierRelease(commit: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-earlier-'))
  const remove = () => rmSync(folder, { recursive: true })
  try {
    const files = spawnSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
    if (files.status !== 0)
      throw new Error(`This repository does not have the commit ${commit}: fetch its whole history.`)
    execFileSync('tar', ['-x', '-C', folder], { input: files.stdout })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const mode of ['visitor', 'stats', 'render'])
      execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--mode', mode], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}
