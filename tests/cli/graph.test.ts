import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { GraphAnswer } from '../../schemas/commands/author.ts'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { when } from '../flow/flows.ts'
import { leadloom } from './commandLine.ts'

const FLOW = 'fixtures/sites/yardstick'
const FOLDER = mkdtempSync(join(tmpdir(), 'leadloom-graph-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))

test('prints Mermaid', async () => {
  const { code, out } = await leadloom(`graph ${FLOW}`)
  expect([code, out.split('\n').slice(0, 4)]).toEqual([
    0,
    ['---', 'title: "Yardstick"', '---', 'flowchart TD'],
  ])
})

test('writes a file and creates its folder', async () => {
  const out = join(FOLDER, 'pictures', 'flow.mmd')
  expect(await leadloom(`graph ${FLOW} --out ${out}`)).toEqual({
    code: 0,
    out: `Wrote 12 steps to ${out}.`,
    err: '',
  })
  expect(readFileSync(out, 'utf8')).toContain('flowchart TD')
})

test('with --json, prints nodes and edges', async () => {
  const answer: unknown = JSON.parse((await leadloom(`graph ${FLOW} --json`)).out)
  expect(Value.Check(GraphAnswer, answer)).toBe(true)
  const { nodes, edges } = answer as GraphAnswer
  expect(nodes.filter(({ kind }) => kind === 'step')).toHaveLength(12)
  expect(edges).toContainEqual({ from: 'fork1', to: 'yardstick/vehicle', label: 'injured is "yes"' })
})

test('with --json, prints what an end shows and when', async () => {
  const flow = JSON.parse(readFileSync(join(FLOW, 'flow.json'), 'utf8')) as FlowDocument
  const { steps } = flow.ui_config.offers['yardstick']!
  const cases = [
    { display_rules: when('injured', 'eq', 'yes'), html: '<p>Call us.</p>' },
    { html: '<p>Thank you.</p>' },
  ]
  steps.at(-1)!.questions.push({ type: 'container', widget: 'result', cases })
  const file = join(FOLDER, 'flow.json')
  writeFileSync(file, JSON.stringify(flow))
  const answer: unknown = JSON.parse((await leadloom(`graph ${file} --json`)).out)
  expect(Value.Check(GraphAnswer, answer)).toBe(true)
  const shows = (answer as GraphAnswer).nodes.flatMap(({ step }) => step?.shows ?? [])
  expect(shows.map(({ when }) => when)).toEqual(['injured is "yes"', ''])
})

test('lists the problems of a flow that can’t be drawn', async () => {
  const { code, out } = await leadloom('graph fixtures/broken/unknown_question.json')
  expect([code, out]).toEqual([1, expect.stringContaining('There is no question "zpi".')])
})

test.each([
  ['graph', 'Add one flow file.'],
  ['graph nowhere.json', "The file nowhere.json doesn't exist."],
])('rejects %s', async (line, message) => {
  expect(await leadloom(line)).toMatchObject({
    code: 2,
    err: `leadloom: ${message}\nFor help: leadloom graph --help`,
  })
})
