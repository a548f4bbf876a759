import { Type, type Static } from 'typebox'
import { FlowChange, FlowEffects } from '../author/diff.ts'
import { LanguageName } from '../flow/translations.ts'
import { Located, Place } from '../author/problem.ts'
import { AnswerScript } from '../author/script.ts'
import { closed, oneOf } from '../kernel/shape.ts'
import { Simulation } from '../author/trace.ts'

/** Output of the commands for authors. */

export const InitAnswer = closed({
  folder: Type.String(),
  files: Type.Array(Type.String(), { description: 'What was written there, by name.' }),
})
export type InitAnswer = Static<typeof InitAnswer>

export const ImportAnswer = closed({
  folder: Type.String(),
  files: Type.Array(Type.String(), { description: 'What was written there, by name.' }),
  format: oneOf(['typeform', 'json-schema', 'surveyjs']),
  questions: Type.Integer({ description: 'How many came along.' }),
  left: Type.Array(
    closed({
      at: Type.String({ description: 'Where it stands in the file; empty for what concerns all of it.' }),
      message: Type.String(),
      hint: Type.String({ description: 'What to do by hand.' }),
    }),
    { description: 'What did not come along, or came along otherwise.' },
  ),
  problems: Type.Array(Located, { description: 'What is wrong with the flow that was written.' }),
})
export type ImportAnswer = Static<typeof ImportAnswer>

export const WordsAnswer = closed({
  file: Type.String(),
  language: LanguageName,
  missing: Type.Record(Type.String(), Type.String(), {
    description: 'Each text that has no words in the language, as it stands in the flow, and nothing yet.',
  }),
  problems: Type.Array(Located, { description: 'Where the flow cannot be read.' }),
})

export const ValidateAnswer = closed({
  files: Type.Array(closed({ file: Type.String(), problems: Type.Array(Located) })),
  problems: Type.Integer({ description: 'How many there are in all files, warnings among them.' }),
  errors: Type.Integer({ description: 'How many of them stop a publish.' }),
  warnings: Type.Integer({ description: 'How many of them do not.' }),
})
export type ValidateAnswer = Static<typeof ValidateAnswer>

export const DiffAnswer = closed({
  changes: Type.Array(FlowChange),
  effects: Type.Union([FlowEffects, Type.Null()], { description: 'Null where nothing changed.' }),
  problems: Type.Array(Located, { description: 'What keeps one of the two from being read.' }),
})
export type DiffAnswer = Static<typeof DiffAnswer>

export const SimulateAnswer = closed({
  flow: closed({ file: Type.String(), problems: Type.Array(Located) }),
  scripts: Type.Array(
    closed({
      file: Type.String(),
      simulation: Type.Union([Simulation, Type.Null()], {
        description: 'Null when the script, or the flow, cannot be read.',
      }),
      problems: Type.Array(Located, { description: 'Of the script; "at" is a place in it.' }),
    }),
  ),
  problems: Type.Integer({ description: 'How many there are in all files.' }),
})
export type SimulateAnswer = Static<typeof SimulateAnswer>

const GraphedStep = closed({
  kind: Type.Literal('step'),
  id: Type.String({ description: 'offer/step' }),
  title: Type.String(),
  hidden: Type.Boolean(),
  asks: Type.Array(Type.String(), { description: 'The fields that it asks for.' }),
  actions: Type.Array(
    closed({ name: Type.String(), when: Type.String({ description: 'Its rules in plain words.' }) }),
  ),
  shows: Type.Array(
    closed({
      text: Type.String({ description: 'What an end shows by rules.' }),
      when: Type.String({ description: 'Its rules in plain words; empty where none must hold.' }),
    }),
  ),
})

export const GraphAnswer = closed({
  file: Type.String(),
  out: Type.Union([Type.String(), Type.Null()], { description: 'The file that was written.' }),
  nodes: Type.Array(
    closed({
      id: Type.String({ description: 'Of a step: offer/step.' }),
      kind: oneOf(['start', 'step', 'fork', 'end'], {
        description: 'A fork stands before steps with a rule.',
      }),
      offer: Type.Union([Type.String(), Type.Null()]),
      step: Type.Union([GraphedStep, Type.Null()]),
    }),
  ),
  edges: Type.Array(
    closed({
      from: Type.String(),
      to: Type.String(),
      label: Type.String({ description: 'The rule in plain words, "otherwise", or empty for the only way.' }),
    }),
  ),
  problems: Type.Array(Located, { description: 'Of a flow that cannot be drawn.' }),
})
export type GraphAnswer = Static<typeof GraphAnswer>

const RuleWay = closed({
  at: { ...Place, description: 'The path of the rule in the flow.' },
  step: Type.String({ description: 'The step that has it: offer/step.' }),
  rule: Type.String({ description: 'In plain words.' }),
  way: oneOf(['holds', 'fails']),
})

/** A change of one comparison of a rule, as a mistake would make it. */
const ConditionChange = closed({
  at: { ...Place, description: 'The path of the comparison in the flow.' },
  step: Type.String({ description: 'The step that has it: offer/step.' }),
  condition: Type.String({ description: 'In plain words.' }),
  instead: oneOf(['always', 'never', 'eq', 'neq', 'lt', 'lte', 'gt', 'gte'], {
    description:
      'What stands in its place. always: it holds for everybody. never: for no one. Else the comparison that differs from it for one value.',
  }),
})

export const PathsAnswer = closed({
  flow: closed({ file: Type.String(), problems: Type.Array(Located) }),
  least: Type.Integer({ description: 'How many scripts are proved to be needed; fewer cannot do it.' }),
  scripts: Type.Array(
    closed({
      file: Type.Union([Type.String(), Type.Null()], { description: 'Where it was written.' }),
      script: AnswerScript,
      shows: Type.Array(RuleWay, { description: 'The ways of rules that no script before it shows.' }),
      notices: Type.Array(ConditionChange, {
        description: 'The changes after which this script fails, and none before it.',
      }),
    }),
  ),
  unnoticed: closed(
    {
      equal: Type.Array(ConditionChange, { description: 'Those that make no difference to any visitor.' }),
      undecided: Type.Array(ConditionChange, { description: 'Those of which that is not known.' }),
      missed: Type.Array(ConditionChange, { description: 'Those that matter, and no script was found for.' }),
    },
    { description: 'The changes after which every script passes as before.' },
  ),
  impossible: Type.Array(RuleWay, { description: 'Ways that no visitor can make a rule come out.' }),
  missed: Type.Array(RuleWay, { description: 'Ways that are possible, but that no script shows.' }),
})
export type PathsAnswer = Static<typeof PathsAnswer>
