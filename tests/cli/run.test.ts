import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, describe, expect, test } from 'vitest'
import { CommandFailure, type CommandName } from '../../schemas/commands.ts'
import type { CommandContext } from '../../src/cli/kernel/command.ts'
import { COMMANDS } from '../../src/cli/run.ts'
import { openServerOptions } from '../../src/server/main.ts'
import { parseSettings, SETTINGS } from '../../src/server/settings/settings.ts'
import { leadloom as commandLine, NOW } from './commandLine.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-cli-'))
const GOOD = 'fixtures/sites/yardstick/flow.json'
const BAD = 'fixtures/broken/unknown_question.json'
/** A flow whose only problem is a rule that decides nothing. */
const WARNED = 'fixtures/broken/rule_always.json'

afterAll(() => rmSync(DATA_DIR, { recursive: true }))

const leadloom = (line: string, ctx: Partial<CommandContext> = {}) =>
  commandLine(line, { env: { DATA_DIR }, ...ctx })

describe('validate', () => {
  test('confirms a valid file and names the next step', async () => {
    expect(await leadloom(`validate ${GOOD}`)).toEqual({
      code: 0,
      out: `1 file checked: no problems. Next: leadloom publish ${GOOD} --path yardstick`,
      err: '',
    })
  })

  test.each([
    ['My Site', 'PATH'],
    ['stats', 'PATH'],
    ['my-site', 'my-site'],
  ])('suggests a path that a site in the folder %s can have, in a command to copy', async (folder, path) => {
    cpSync('fixtures/sites/yardstick', join(DATA_DIR, folder), { recursive: true })
    const file = join(DATA_DIR, folder, 'flow.json')
    const { out } = await commandLine(['validate', file], { env: { DATA_DIR } })
    const word = folder === 'My Site' ? `'${file}'` : file
    expect(out).toContain(`Next: leadloom publish ${word} --path ${path}`)
  })

  test.each(['null', '[]', '5', '""'])('says that %s isn’t a flow', async (text) => {
    const file = join(DATA_DIR, 'no-flow.json')
    writeFileSync(file, text)
    const { code, out, err } = await leadloom(`validate ${file}`)
    expect([code, err, out.split('\n')[0]]).toEqual([
      1,
      '',
      expect.stringMatching(/no-flow\.json:1:1 {2}The document can’t be .*Use an object in \{ \}/),
    ])
  })

  test('to a pipe, prints each problem on one line: place, problem, hint', async () => {
    const { code, out } = await leadloom(`validate ${BAD} ${GOOD}`)
    expect([code, ...out.split('\n')]).toEqual([
      1,
      `${BAD}:104:33  There is no question "zpi".  Did you mean "zip"?`,
      '1 error, 0 warnings in 1 of 2 files. Fix the problems above, then run this again.',
    ])
  })

  test('to a person, prints the problem on one line and the help on the next', async () => {
    const { out } = await leadloom(`validate ${BAD}`, { isTerminal: true })
    expect(out.split('\n').slice(0, 2)).toEqual([
      `${BAD}:104:33  There is no question "zpi".  unknown_question`,
      '    Did you mean "zip"?',
    ])
  })

  test('uses colors only if they’re wanted', async () => {
    const escape = String.fromCharCode(27)
    expect((await leadloom(`validate ${BAD}`, { isTerminal: true })).out).not.toContain(escape)
    expect((await leadloom(`validate ${BAD}`, { isTerminal: true, isColor: true })).out).toContain(escape)
    expect((await leadloom(`validate ${BAD}`, { isTerminal: true, isColor: true })).out).toMatch(
      /\]8;;file:\/\/\S+\/docs\/reference\/problems\.md#\w+/,
    )
  })

  test('shows invisible characters by their numbers', async () => {
    const file = join(DATA_DIR, 'unseen.json')
    writeFileSync(file, readFileSync(GOOD, 'utf8').replace('"title"', '"ti\u200btle"'))
    expect((await leadloom(`validate ${file}`)).out).toContain(
      '"ui_config" has no property "ti\\u200btle".  Did you mean "title"?',
    )
  })

  test('with --json, prints the problems as data and nothing else', async () => {
    const { code, out } = await leadloom(`validate --json ${BAD}`)
    expect([code, JSON.parse(out)]).toEqual([
      1,
      {
        files: [
          {
            file: BAD,
            problems: [
              {
                line: 104,
                column: 33,
                weight: 'error',
                code: 'unknown_question',
                at: ['ui_config', 'offers', 'accident', 'steps', 3, 'questions', 0, 'question_key'],
                message: 'There is no question "zpi".',
                hint: 'Did you mean "zip"?',
                fix: { line: 104, column: 33, end_column: 38, written: '"zpi"', text: '"zip"' },
              },
            ],
          },
        ],
        problems: 1,
        errors: 1,
        warnings: 0,
      },
    ])
  })

  test('succeeds with only warnings, and fails with --strict', async () => {
    const { code, out } = await leadloom(`validate ${WARNED}`)
    expect([code, ...out.split('\n')]).toEqual([
      0,
      expect.stringContaining(`${WARNED}:131:15  warning: Every visitor who reaches "accident/state"`),
      `1 file checked: 0 errors, 1 warning. Next: leadloom publish ${WARNED} --path broken`,
    ])
    const strict = await leadloom(`validate --strict ${WARNED}`)
    expect([strict.code, strict.out.split('\n').at(-1)]).toEqual([
      1,
      '0 errors, 1 warning in 1 of 1 file. Fix the problems above, then run this again.',
    ])
    const data = JSON.parse((await leadloom(`validate --json ${WARNED} ${BAD}`)).out) as object
    expect(data).toMatchObject({ problems: 2, errors: 1, warnings: 1 })
  })

  test('accepts a folder in place of its flow.json', async () => {
    expect((await leadloom('validate fixtures/sites/yardstick')).code).toBe(0)
  })

  test('reports a missing file and checks the others', async () => {
    const { code, out } = await leadloom(`validate ${BAD} nowhere.json tests ${GOOD}`)
    const missing =
      "The file doesn't exist or can't be read.  Use a flow file, or a folder that contains a flow.json."
    expect([code, ...out.split('\n')]).toEqual([
      1,
      `${BAD}:104:33  There is no question "zpi".  Did you mean "zip"?`,
      `nowhere.json:1:1  ${missing}`,
      `tests/flow.json:1:1  ${missing}`,
      '3 errors, 0 warnings in 3 of 4 files. Fix the problems above, then run this again.',
    ])
  })

  test('looks for the stylesheet and the icons next to the file', async () => {
    const lonely = join(DATA_DIR, 'lonely.json')
    copyFileSync(GOOD, lonely)
    const { code, out } = await leadloom(`validate ${lonely}`)
    expect([code, out]).toEqual([1, expect.stringContaining('The stylesheet yardstick.css is missing')])
    expect(out).toContain('Icons are missing from the flow’s folder: favicon.ico, icon-180.png, icon.svg')
    expect((await leadloom(`publish ${lonely} --path lonely`)).code).toBe(1)
  })
})

describe('publish', () => {
  const store = async () => (await openServerOptions(parseSettings({ DATA_DIR }))).store

  test('publishes a version, and the same file again is the same version', async () => {
    const first = await leadloom(`publish ${GOOD} --path claims --json`)
    const again = await leadloom(`publish ${GOOD} --path claims`)
    const { version } = JSON.parse(first.out) as { version: number }
    expect([first.code, again.code]).toEqual([0, 0])
    expect(again.out).toEqual(
      expect.stringMatching(
        `^Version ${version} is published on /claims. No server is running on this folder. To see it, start one with DATA_DIR=`,
      ),
    )
    const opened = await store()
    expect(await opened.live()).toEqual([{ path: 'claims', version, weight: 100 }])
    expect((await opened.version(version))?.flow.offer_order).toEqual(
      (JSON.parse(readFileSync(GOOD, 'utf8')) as { offer_order: string[] }).offer_order,
    )
    expect((await opened.version(version))?.icons).toEqual({
      'favicon.ico': readFileSync('fixtures/sites/yardstick/favicon.ico', 'base64'),
      'icon-180.png': readFileSync('fixtures/sites/yardstick/icon-180.png', 'base64'),
      'icon.svg': readFileSync('fixtures/sites/yardstick/icon.svg', 'base64'),
    })
    await opened.close()
  })

  test('publishes a flow that only has warnings, and prints them', async () => {
    const ctx = { env: { DATA_DIR: join(DATA_DIR, 'warned') } }
    const { code, out } = await leadloom(`publish ${WARNED} --path warned`, ctx)
    expect([code, ...out.split('\n')]).toEqual([
      0,
      expect.stringContaining('warning: Every visitor'),
      expect.stringMatching(/^Version \d+ is published on \/warned\./),
      expect.stringMatching(/^Leads of .* wait: no buyer named /),
    ])
    const again = JSON.parse((await leadloom(`publish ${WARNED} --path warned --json`, ctx)).out) as object
    expect(again).toMatchObject({ problems: [{ code: 'rule_always', weight: 'warning' }] })
  })

  test('warns that leads wait as long as no buyer of theirs is set up', async () => {
    const ctx = { env: { DATA_DIR: join(DATA_DIR, 'unsold') } }
    const publish = () => leadloom('publish fixtures/sites/leadloom --path unsold', ctx)
    const first = await publish()
    expect([first.code, first.out]).toEqual([
      0,
      expect.stringMatching(/^Leads of .* wait: no buyer named .* is set up, and no webhook takes leads\./m),
    ])
    await leadloom('webhooks add crm https://crm.example/hooks', ctx)
    expect((await publish()).out).not.toContain('Leads of')
  })

  test('never publishes a flow with an error', async () => {
    const { code, out } = await leadloom(`publish ${BAD} --path broken`)
    expect([code, out.split('\n').at(-1)]).toEqual([
      1,
      'Not published: 1 error, 0 warnings. Fix the errors above, then run this again.',
    ])
    const opened = await store()
    expect(await opened.paths()).not.toContain('broken')
    await opened.close()
  })
})

test('seed creates the requested number of sessions, and none when run again', async () => {
  await leadloom(`publish ${GOOD} --path claims`)
  const range = { path: 'claims', from: 0, to: NOW + 86_400_000 }
  const visits = async () => {
    const { store } = await openServerOptions(parseSettings({ DATA_DIR }))
    const rows = await store.report('visits-by-affiliate', range)
    await store.close()
    return rows.reduce((sum, { page_visits }) => sum + page_visits, 0)
  }
  expect((await leadloom('seed --sessions 60 --days 3 --seed 5')).out).toContain(
    'Created 60 sessions over 3 days.',
  )
  expect(await visits()).toBe(60)
  await leadloom('seed --sessions 60 --days 3 --seed 5')
  expect(await visits()).toBe(60)
})

test('seed doesn’t create a database, because nothing would be published in it', async () => {
  const nowhere = join(DATA_DIR, 'nowhere')
  const { code, err } = await leadloom('seed --sessions 1', { env: { DATA_DIR: nowhere } })
  expect([code, err]).toEqual([1, expect.stringContaining(`There's no database in ${nowhere}`)])
  expect(existsSync(nowhere)).toBe(false)
})

test.each([
  [`graph ${GOOD} --out ${DATA_DIR}`, `${DATA_DIR}: this is a folder, not a file.`],
  [`graph ${GOOD} --out ${GOOD}/flow.mmd`, `${GOOD}: this is a file, not a folder.`],
  [`paths ${GOOD} --out ${GOOD}`, `${GOOD}: this is a file, not a folder.`],
])('explains why a file can’t be read or written: %s', async (line, says) => {
  expect(await leadloom(line)).toMatchObject({ code: 1, err: `leadloom: ${says}` })
})

describe('exits with 2 after an unknown command and points to the help', () => {
  test.each([
    ['', 'No command given.', 'leadloom --help'],
    ['validat', 'Unknown command "validat". Did you mean "validate"?', 'leadloom --help'],
    ['constructor', 'Unknown command "constructor".', 'leadloom --help'],
    ['validate', 'Add the flow files to check.', 'leadloom validate --help'],
    ['graph tests', "The file tests/flow.json doesn't exist.", 'leadloom graph --help'],
    ['publish nowhere.json --path claims', "The file nowhere.json doesn't exist.", 'leadloom publish --help'],
    [
      'validate --jsno flow.json',
      'Unknown option --jsno. Did you mean "--json"?',
      'leadloom validate --help',
    ],
    ['publish x --path', '--path needs a value: --path=PATH.', 'leadloom publish --help'],
    ['publish x --path --weight 1', '--path needs a value: --path=PATH.', 'leadloom publish --help'],
    ['ledger --from', '--from needs a value: --from=DAY.', 'leadloom ledger --help'],
    ['publish x --weight -1', '--weight needs a value: --weight=N.', 'leadloom publish --help'],
    ['seed --sessions -1', '--sessions needs a value: --sessions=N.', 'leadloom seed --help'],
    [
      'seed --sessions=-1',
      '--sessions must be a whole number of 1 or more, not "-1".',
      'leadloom seed --help',
    ],
    ['validate x --json=1', "--json doesn't take a value.", 'leadloom validate --help'],
    ['publish flow.json', 'Add the path: --path PATH.', 'leadloom publish --help'],
    [
      'publish flow.json --path stats',
      'The server uses "stats" itself. Choose another path.',
      'leadloom publish --help',
    ],
    [
      'publish flow.json --path a/b',
      '"a/b" isn\'t a valid path. Use lowercase letters, digits, and hyphens.',
      'leadloom publish --help',
    ],
    ['seed --days 0', '--days must be a whole number of 1 or more, not "0".', 'leadloom seed --help'],
    [
      `publish ${GOOD} --path claims --weight 101`,
      '--weight must be a whole number from 1 to 100.',
      'leadloom publish --help',
    ],
    ['versions a b', 'Add one path, or none to list all.', 'leadloom versions --help'],
    ['rollback', 'Add one path.', 'leadloom rollback --help'],
    [
      'rollback a --to two',
      '--to must be a whole number of 1 or more, not "two".',
      'leadloom rollback --help',
    ],
    ['serve 3000', 'serve doesn\'t take "3000".', 'leadloom serve --help'],
  ])('leadloom %s', async (line, message, help) => {
    expect(await leadloom(line)).toEqual({ code: 2, out: '', err: `leadloom: ${message}\nFor help: ${help}` })
  })
})

test('exits with 1 and one sentence after a failure', async () => {
  const { code, err } = await leadloom('serve', { env: { PORT: 'high' } })
  expect([code, err]).toEqual([1, "leadloom: PORT: 'high' isn't a port. Use a number from 0 to 65535."])
})

test('the help of serve has a line for every setting', async () => {
  const { out } = await leadloom('serve --help')
  for (const { env } of Object.values(SETTINGS)) expect(out).toMatch(new RegExp(`^  ${env} .+`, 'm'))
})

test('every command has help with an example that names it, and the overview names every command', async () => {
  const overview = await leadloom('--help')
  for (const name of Object.keys(COMMANDS)) {
    const { code, out } = await leadloom(`${name} --help`)
    expect(code).toBe(0)
    expect(out).not.toMatch(/Default: \.$/m)
    expect(out).toMatch(new RegExp(`Examples?:\\n  .*leadloom ${name}`))
    expect(overview.out).toContain(`  ${name} `)
  }
})

describe('with --json', () => {
  const conforms = (schema: object, text: string) => new Ajv().validate(schema, JSON.parse(text))

  test.each<[CommandName, string, number]>([
    ['validate', `validate ${GOOD} ${BAD} --json`, 1],
    ['publish', `publish ${GOOD} --path shapes --json`, 0],
    ['publish', `publish ${BAD} --path shapes --json`, 1],
    ['versions', 'versions shapes --json', 0],
    ['publish', 'publish fixtures/sites/leadloom --path shapes --json', 0],
    ['rollback', 'rollback shapes --json', 0],
    ['seed', 'seed --sessions 2 --days 1 --json', 0],
  ])('%s prints the shape that its help describes', async (name, line, exit) => {
    const { code, out } = await leadloom(line)
    expect(code).toBe(exit)
    expect(conforms((await COMMANDS[name]()).answer!, out)).toBe(true)
  })

  test('prints a failure as data too, under a stable name', async () => {
    const { code, out, err } = await leadloom('publish flow.json --json')
    expect(conforms(CommandFailure, out)).toBe(true)
    expect([code, JSON.parse(out)]).toEqual([
      2,
      { error: { code: 'misuse', message: 'Add the path: --path PATH.' } },
    ])
    expect(err).toContain('leadloom: Add the path: --path PATH.')
  })
})
