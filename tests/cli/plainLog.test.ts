import fastify from 'fastify'
import { expect, test } from 'vitest'
import { plainLog } from '../../src/cli/words/plainLog.ts'

/** The server's log as someone reads it who runs `npm start`. */

function lines(log: (app: ReturnType<typeof fastify>) => void): string[] {
  const said: string[] = []
  log(fastify({ logger: { level: 'warn', stream: plainLog((line) => said.push(line)) } }))
  return said
}

test('prints a warning as a sentence, with its details', () => {
  const said = lines(({ log }) => {
    log.warn('Set it before you go live.')
    log.warn({ route: 'GET /x', status: 404, files: ['a', 'b'] }, 'answered')
    log.info('nobody asked')
  })
  expect(said).toEqual([
    'Set it before you go live.',
    "answered (route GET /x, status 404, files [ 'a', 'b' ])",
  ])
})

test('marks an error and shows where it came from', () => {
  const [said = ''] = lines(({ log }) => log.error({ err: new Error('broken') }, 'It failed.'))
  expect(said.split('\n').slice(0, 2)).toEqual(['Error: It failed.', 'Error: broken'])
  expect(said).toContain('plainLog.test.ts')
})

test('prints no control characters that a terminal would interpret', () => {
  expect(lines(({ log }) => log.warn({ path: 'a\nb\u001b[2J' }, 'x'))).toEqual([
    'x (path a\\u000ab\\u001b[2J)',
  ])
})
