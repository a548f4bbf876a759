import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Value } from 'typebox/value'
import { SimulateAnswer } from '../../schemas/commands/author.ts'
import { leadloom } from './commandLine.ts'

const FLOW = 'fixtures/sites/yardstick'
const FLOW_FILE = `${FLOW}/flow.json`
const SCRIPT = 'fixtures/answers/yardstick-short.json'

const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-simulate-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

/** A file of the folder that holds this text. */
function file(name: string, text: string): string {
  const path = join(FOLDER, name)
  writeFileSync(path, text)
  return path
}

describe('simulate', () => {
  test('prints each step with its reason, the answers below it, and the end', async () => {
    const { code, out } = await leadloom(`simulate ${FLOW} --answers ${SCRIPT}`)
    const lines = out.split('\n')
    expect(code).toBe(0)
    expect(lines.slice(0, 6)).toEqual([
      'A visitor on 2026-11-20',
      '',
      'the first click sends visit, impression yardstick',
      'shown    yardstick/injured   no rules',
      '         answered  injured: "no"',
      'shown    yardstick/state     no rules',
    ])
    const rule =
      readFileSync(FLOW_FILE, 'utf8')
        .split('\n')
        .findIndex((line) => line.includes('"conditions"')) + 1
    expect(lines).toContain(`skipped  yardstick/vehicle   injured is "no", not "yes"  (line ${rule})`)
    expect(lines.at(-1)).toBe('10 shown, 0 hidden, 2 skipped. The visitor is at yardstick/done.')
  })

  test('prints what the end shows for each rule', async () => {
    const flow = JSON.parse(readFileSync(FLOW_FILE, 'utf8'))
    const done = flow.ui_config.offers.yardstick.steps.at(-1)
    const rule = { operator: 'and', conditions: [{ field: 'injured', condition: 'eq', arg: 'no' }] }
    const redirect = { link: 'https://partners.example/?injured={{field:injured}}', text: 'Go on' }
    const cases = [{ display_rules: [rule], html: '<p>Nobody <b>calls</b> you.</p>', redirect }]
    flow.ui_config.partner_hosts = ['partners.example']
    done.questions.push({ type: 'container', widget: 'result', cases })
    const { out } = await leadloom(`simulate ${file('ends.json', JSON.stringify(flow))} --answers ${SCRIPT}`)
    expect(out.split('\n')).toEqual(
      expect.arrayContaining([
        'The last page, by result of the lead:',
        expect.stringMatching(
          /^ {2}\w+ +Nobody calls you\. \| goes to https:\/\/partners\.example\/\?injured=no$/,
        ),
      ]),
    )
  })

  test('with --json, prints the same as data of its documented shape', async () => {
    const { code, out } = await leadloom(`simulate ${FLOW} --answers ${SCRIPT} --json`)
    const answer: unknown = JSON.parse(out)
    expect([code, Value.Check(SimulateAnswer, answer)]).toEqual([0, true])
    const { scripts, problems } = answer as SimulateAnswer
    expect([scripts[0]?.simulation?.current, problems]).toEqual(['yardstick/done', 0])
  })

  test('plays all scripts in a folder that are for the flow’s site', async () => {
    const { code, out } = await leadloom(`simulate ${FLOW} --answers fixtures/answers`)
    expect([code, ...out.split('\n')]).toEqual([
      0,
      'fixtures/answers/yardstick-all.json  12 shown, 0 hidden, 0 skipped. The visitor is at yardstick/done',
      'fixtures/answers/yardstick-short.json  10 shown, 0 hidden, 2 skipped. The visitor is at yardstick/done',
      '2 of 2 scripts played without problems.',
    ])
  })

  test('lists refused answers with line and column, and exits with 1', async () => {
    const script = file(
      'refused.json',
      '{\n  "answers": {\n    "yardstick/injured": { "injured": "yess" }\n  }\n}\n',
    )
    const { code, out } = await leadloom(`simulate ${FLOW} --answers ${script}`)
    expect([code, ...out.split('\n').slice(-2)]).toEqual([
      1,
      `${script}:3:39  "injured" is never "yess".  Did you mean "yes"?`,
      '1 shown, 0 hidden, 0 skipped. The visitor is at yardstick/injured. 1 problem, see above.',
    ])
  })

  test.each([
    ['not JSON', '{ "answers": { }', ':1:17  A } is missing here.'],
    ['a misspelt key', '{ "answer": {} }', ':1:3  The document has no property "answer".'],
    ['a day that is none', '{ "today": "tomorrow", "answers": {} }', ':1:12  "today" can’t be "tomorrow".'],
    [
      'a step without its offer',
      '{ "answers": { "injured": {} } }',
      ':1:16  "injured" can’t be a key of "answers".',
    ],
    ['a number', '{ "answers": { "yardstick/injured": { "injured": 1 } } }', ':1:50  "injured" can’t be 1.'],
  ])('says where a script is invalid: %s', async (_, text, message) => {
    const script = file('unreadable.json', text)
    const { code, out } = await leadloom(`simulate ${FLOW} --answers ${script}`)
    expect([code, out.split('\n')[0]]).toEqual([1, expect.stringContaining(`${script}${message}`)])
  })

  test('lists the problems of a flow that can’t be run', async () => {
    const script = file('zip.json', '{ "answers": { "accident/zip": { "zip_code": "10001" } } }')
    for (const [broken, place] of [
      ['unknown_question', '104:33  There is no question "zpi".'],
      ['wrong_type', ''],
    ] as const) {
      const flow = `fixtures/broken/${broken}.json`
      const { code, out } = await leadloom(`simulate ${flow} --answers ${script}`)
      expect([code, out]).toEqual([1, expect.stringContaining(`${flow}:${place}`)])
      expect(out.split('\n').at(-1)).toBe('Not played. Fix the flow first.')
    }
  })

  test.each([
    ['simulate', 'Add one flow file.'],
    [`simulate ${FLOW}`, 'Add the answers: --answers FILE.'],
    [`simulate ${FLOW} --answers nowhere.json`, "The file nowhere.json doesn't exist."],
    [`simulate ${FLOW} --answers tests/cli`, 'tests/cli has no script for the site "yardstick".'],
  ])('rejects %s', async (line, message) => {
    expect(await leadloom(line)).toMatchObject({
      code: 2,
      err: `leadloom: ${message}\nFor help: leadloom simulate --help`,
    })
  })
})
