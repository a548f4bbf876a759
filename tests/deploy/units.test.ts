import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/run.ts'
import { SETTINGS } from '../../src/server/settings/settings.ts'

const units = globSync('deploy/systemd/*').map((file) => readFileSync(file, 'utf8'))
const all = (pattern: RegExp) =>
  units.flatMap((unit) => [...unit.matchAll(pattern)].map(([, found]) => found))

test('the units set only settings that the server has, or what its C library reads', () => {
  const names = all(/^Environment=(.*)$/gm).flatMap((line) =>
    line!.split(' ').map((pair) => pair.split('=')[0]!),
  )
  expect(names).toContain('DATA_DIR')
  const settings: string[] = Object.values(SETTINGS).map(({ env }) => env)
  expect(names.filter((name) => !settings.includes(name) && !name.startsWith('MALLOC_'))).toEqual([])
})

test('a server that ends again and again is started again, and its port stays open', () => {
  const read = (name: string) => readFileSync(`deploy/systemd/${name}`, 'utf8')
  const [service, socket] = [read('leadloom.service'), read('leadloom.socket')]
  const sectionOf = (unit: string, name: string) =>
    unit.split(/^\[/m).find((text) => text.startsWith(`${name}]`))
  for (const unit of [service, socket]) expect(sectionOf(unit, 'Unit')).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(sectionOf(service, 'Service')).toMatch(/^Restart=always$/m)
  expect(sectionOf(socket, 'Socket')).toMatch(/^TriggerLimitIntervalSec=0$/m)
})

test('the units start files that are there, by commands that there are', () => {
  const started = all(/^ExecStart=.*?(src\/\S+ \w+)/gm).map((words) => words!.split(' '))
  expect(new Set(started.map(([, command]) => command))).toEqual(new Set(['backup', 'serve']))
  const commands = Object.keys(COMMANDS)
  for (const [file, command] of started) {
    expect(existsSync(file!)).toBe(true)
    expect(commands).toContain(command)
  }
})
