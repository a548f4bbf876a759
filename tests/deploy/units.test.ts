import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/run.ts'
import { SETTINGS } from '../../src/server/settings/settings.ts'

const units = globSync('deploy/systemd/*').map((file) => readFileSync(file, 'utf8'))
const all = (pattern: RegExp) =>
  units.flatMap((unit) => [...unit.matchAll(pattern)].map(([, found]) => found))

test('units set only settings of the server or of its C library', () => {
  const names = all(/^Environment=(.*)$/gm).flatMap((line) =>
    line!.split(' ').map((pair) => pair.split('=')[0]!),
  )
  expect(names).toContain('DATA_DIR')
  const settings: string[] = Object.values(SETTINGS).map(({ env }) => env)
  expect(names.filter((name) => !settings.includes(name) && !/^(MALLOC_.*|PATH)$/.test(name))).toEqual([])
})

test('a server that keeps crashing is restarted, and its port stays open', () => {
  const read = (name: string) => readFileSync(`deploy/systemd/${name}`, 'utf8')
  const [service, socket] = [read('leadloom.service'), read('leadloom.socket')]
  const sectionOf = (unit: string, name: string) =>
    unit.split(/^\[/m).find((text) => text.startsWith(`${name}]`))
  for (const unit of [service, socket]) expect(sectionOf(unit, 'Unit')).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(sectionOf(service, 'Service')).toMatch(/^Restart=always$/m)
  expect(sectionOf(socket, 'Socket')).toMatch(/^TriggerLimitIntervalSec=0$/m)
})

test('each backup has a timer that catches up if the machine was off', async () => {
  const timers = globSync('deploy/systemd/*.timer')
  expect(timers.map((file) => basename(file)).toSorted()).toEqual([
    'leadloom-backup.timer',
    'leadloom-postgres-backup.timer',
  ])
  for (const file of timers) {
    expect(existsSync(file.replace(/timer$/, 'service'))).toBe(true)
    expect(readFileSync(file, 'utf8')).toMatch(/^OnCalendar=\*-\*-\* \d\d:\d\d:00$[^]*^Persistent=true$/m)
  }
  const line = /^ExecStart=\S+ \S+ backup (.*)$/m.exec(
    readFileSync('deploy/systemd/leadloom-backup.service', 'utf8'),
  )![1]!
  const { options } = await COMMANDS.backup()
  const words = line.split(' ').filter((word) => word.startsWith('--'))
  expect(words).toEqual(['--into', '--keep', '--encrypt', '--passphrase-file'])
  expect(words.filter((word) => !(word.slice(2) in options))).toEqual([])
})

test('units start existing files with existing commands', () => {
  const started = all(/^ExecStart=.*?(src\/\S+ \w+)/gm).map((words) => words!.split(' '))
  expect(new Set(started.map(([, command]) => command))).toEqual(new Set(['backup', 'serve']))
  const scripts = all(/^ExecStart=\/opt\/leadloom\/(deploy\/\S+)$/gm)
  expect(scripts.map((file) => statSync(file!).mode & 0o111)).toEqual([0o111])
  const commands = Object.keys(COMMANDS)
  for (const [file, command] of started) {
    expect(existsSync(file!)).toBe(true)
    expect(commands).toContain(command)
  }
})
