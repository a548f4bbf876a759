import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Runs the scripts of deploy with stand-ins for other programs on their PATH, which record how they were called. */

function stage() {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-scripts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const program = (name: string, script: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(programs, name), 0o755)
  }
  const run = (command: string, args: string[], env: Record<string, string> = {}) =>
    spawnSync(command, args, {
      env: { PATH: `${programs}:${process.env['PATH']}`, ...env },
      encoding: 'utf8',
    })
  return { folder, program, run }
}

test('every image is pinned by digest, and every action by its commit', () => {
  const files = ['Dockerfile', 'postgres/Dockerfile', 'compose.yml', 'compose.cluster.yml']
  const text = files.map((file) => readFileSync(join('deploy', file), 'utf8')).join('\n')
  const images = [...text.matchAll(/^(?:FROM|  +image:) (\S+)/gm)].map(([, image]) => image!)
  expect(images.length).toBeGreaterThanOrEqual(6)
  expect(images.filter((image) => !/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([])
  // Each image has only one digest.
  const names = images.map((image) => image.split('@')[0])
  expect(new Set(names).size).toBe(new Set(images).size)
  const actions = globSync('deploy/github/*.yml').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/uses: (.*)$/gm)].map(([, action]) => action!),
  )
  expect(actions.length).toBeGreaterThan(1)
  expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+(\.\d+)*$/.test(action))).toEqual([])
})

test('pin.sh updates each of them and changes nothing else', () => {
  const { folder, program, run } = stage()
  cpSync('deploy', join(folder, 'deploy'), { recursive: true })
  const [digest, commit] = [`sha256:${'a'.repeat(64)}`, 'b'.repeat(40)]
  program('docker', `test "$1 $2 $3" = "buildx imagetools inspect" && echo ${digest}`)
  program(
    'git',
    `test "$1" = ls-remote && printf '%s\\trefs/tags/x\\n%s\\trefs/tags/x^{}\\n' ${'c'.repeat(40)} ${commit}`,
  )
  const { status, stderr } = run('bash', [join(folder, 'deploy/pin.sh')])
  expect([status, stderr]).toEqual([0, ''])
  const pinned = (text: string) =>
    text
      .replaceAll(/@sha256:[0-9a-f]{64}/g, `@${digest}`)
      .replaceAll(/(uses: [^@]+)@[0-9a-f]{40}/g, `$1@${commit}`)
  for (const file of globSync('deploy/**/*', { withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    expect(readFileSync(join(folder, path), 'utf8'), path).toBe(pinned(readFileSync(path, 'utf8')))
  }
  program('docker', 'echo nothing')
  expect(run('bash', [join(folder, 'deploy/pin.sh')]).status).not.toBe(0)
})

test('keeps a base backup once it’s verified and recorded, and deletes it with its WAL when it’s too old', () => {
  const { folder, program, run } = stage()
  const archive = join(folder, 'archive')
  mkdirSync(archive)
  const label = (file: string) =>
    `START WAL LOCATION: 0/2000028 (file ${file})\nCHECKPOINT LOCATION: 0/2000060\n`
  for (const [i, day] of ['2026-01-01', '2026-01-02', '2026-01-03'].entries()) {
    mkdirSync(join(archive, `base-${day}`))
    writeFileSync(join(archive, `base-${day}`, 'backup_label'), label(`00000001000000000000000${i}`))
  }
  mkdirSync(join(archive, 'base-2026-01-04.partial'))
  program(
    'pg_basebackup',
    `for word; do case $word in --pgdata=*) mkdir "\${word#--pgdata=}" && printf '${label('F').replaceAll('\n', '\\n')}' > "\${word#--pgdata=}/backup_label";; esac; done`,
  )
  program('pg_verifybackup', 'test ! -e ../broken')
  program(
    'psql',
    'for word; do case $word in --command=*) echo "${word#--command=}" >> ../noted;; esac; done',
  )
  program('pg_archivecleanup', 'echo "$@" > ../cleaned')
  const backUp = () =>
    run('sh', [resolve('deploy/postgres/backup.sh')], {
      ARCHIVE: archive,
      KEEP: '2',
      DATABASE_URL: 'postgres://a/b',
    })
  const today = `base-${new Date().toISOString().slice(0, 10)}`

  writeFileSync(join(folder, 'broken'), '')
  expect(backUp().status).not.toBe(0)
  expect(readdirSync(archive)).toContain('base-2026-01-01')
  expect(readdirSync(folder)).not.toContain('noted')
  rmSync(join(folder, 'broken'))

  expect(backUp().status).toBe(0)
  expect(readdirSync(archive).toSorted()).toEqual(['base-2026-01-03', today])
  const noted = () => readFileSync(join(folder, 'noted'), 'utf8').trim().split('\n')
  const [, at] = /^INSERT INTO backups \(at\) VALUES \((\d+)\) ON CONFLICT DO NOTHING$/.exec(noted()[0]!)!
  expect(Math.abs(Number(at) - Date.now())).toBeLessThan(60_000)
  expect(readFileSync(join(folder, 'cleaned'), 'utf8')).toBe('-x .gz . 000000010000000000000002\n')

  // Runs once a day, and is noted with its start time.
  program('pg_basebackup', 'exit 1')
  expect(backUp().status).toBe(0)
  expect(new Set(noted()).size).toBe(1)
})
