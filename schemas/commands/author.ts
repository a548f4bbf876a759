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
  files: Type.Array(Type.String(), { description: 'The files that were written, by name.' }),
})
export type InitAnswer = Static<typeof InitAnswer>

export const ImportAnswer = closed({
  folder: Type.String(),
  files: Type.Array(Type.String(), { description: 'The files that were written, by name.' }),
  format: oneOf(['typeform', 'typebot', 'json-schema', 'surveyjs']),
  questions: Type.Integer({ description: 'The number of imported questions.' }),
  left: Type.Array(
    closed({
      at: Type.String({ description: 'Its place in the file. Empty if it concerns the whole file.' }),
      message: Type.String(),
      hint: Type.String({ description: 'What to do by hand.' }),
    }),
    { description: 'What wasn’t imported, or was changed on import.' },
  ),
  problems: Type.Array(Located, { description: 'Problems in the flow that was written.' }),
})
export type ImportAnswer = Static<typeof ImportAnswer>

export const WordsAnswer = closed({
  file: Type.String(),
  language: LanguageName,
  missing: Type.Record(Type.String(), Type.String(), {
    description: 'The texts without a translation, each as it is in the flow with an empty translation.',
  }),
  problems: Type.Array(Located, { description: 'Why the flow can’t be read.' }),
})

export const ValidateAnswer = closed({
  files: Type.Array(closed({ file: Type.String(), problems: Type.Array(Located) })),
  problems: Type.Integer({ description: 'The number of problems in all files, including warnings.' }),
  errors: Type.Integer({ description: 'The number of problems that block publishing.' }),
  warnings: Type.Integer({ description: 'The number of problems that don’t.' }),
})
export type ValidateAnswer = Static<typeof ValidateAnswer>

export const DiffAnswer = closed({
  changes: Type.Array(FlowChange),
  effects: Type.Union([FlowEffects, Type.Null()], { description: 'Null if nothing changed.' }),
  problems: Type.Array(Located, { description: 'Why one of the two can’t be read.' }),
})
export type DiffAnswer = Static<typeof DiffAnswer>

export const SimulateAnswer = closed({
  flow: closed({ file: Type.String(), problems: Type.Array(Located) }),
  scripts: Type.Array(
    closed({
      file: Type.String(),
      simulation: Type.Union([Simulation, Type.Null()], {
        description: 'Null if the script or the flow can’t be read.',
      }),
      problems: Type.Array(Located, { description: 'Problems in the script. "at" is a place in it.' }),
    }),
  ),
  problems: Type.Integer({ description: 'The number of problems in all files.' }),
})
export type SimulateAnswer = Static<typeof SimulateAnswer>

const GraphedStep = closed({
  kind: Type.Literal('step'),
  id: Type.String({ description: 'offer/step' }),
  title: Type.String(),
  hidden: Type.Boolean(),
  asks: Type.Array(Type.String(), { description: 'The fields it asks for.' }),
  actions: Type.Array(
    closed({ name: Type.String(), when: Type.String({ description: 'Its rules in plain words.' }) }),
  ),
  shows: Type.Array(
    closed({
      text: Type.String({ description: 'What an end shows when its rules are met.' }),
      when: Type.String({ description: 'Its rules in plain words. Empty if there are none.' }),
    }),
  ),
})

export const GraphAnswer = closed({
  file: Type.String(),
  out: Type.Union([Type.String(), Type.Null()], { description: 'The file that was written.' }),
  nodes: Type.Array(
    closed({
      id: Type.String({ description: 'For a step, offer/step.' }),
      kind: oneOf(['start', 'step', 'fork', 'end'], {
        description: 'A fork comes before steps with a rule.',
      }),
      offer: Type.Union([Type.String(), Type.Null()]),
      step: Type.Union([GraphedStep, Type.Null()]),
    }),
  ),
  edges: Type.Array(
    closed({
      from: Type.String(),
      to: Type.String(),
      label: Type.String({
        description: 'The rule in plain words, "otherwise", or empty if there’s no other way.',
      }),
    }),
  ),
  problems: Type.Array(Located, { description: 'Why the flow can’t be drawn.' }),
})
export type GraphAnswer = Static<typeof GraphAnswer>

const RuleWay = closed({
  at: { ...Place, description: 'The path of the rule in the flow.' },
  step: Type.String({ description: 'The step with the rule, as offer/step.' }),
  rule: Type.String({ description: 'In plain words.' }),
  way: oneOf(['holds', 'fails']),
})

/** A change of one comparison of a rule, as a mistake would make it. */
const ConditionChange = closed({
  at: { ...Place, description: 'The path of the comparison in the flow.' },
  step: Type.String({ description: 'The step with the comparison, as offer/step.' }),
  condition: Type.String({ description: 'In plain words.' }),
  instead: oneOf(['always', 'never', 'eq', 'neq', 'lt', 'lte', 'gt', 'gte'], {
    description:
      'What replaces it. always: it’s met by everyone. never: it’s met by no one. Otherwise, a comparison that differs from it for one value.',
  }),
})

export const PathsAnswer = closed({
  flow: closed({ file: Type.String(), problems: Type.Array(Located) }),
  least: Type.Integer({ description: 'The proven minimum number of scripts.' }),
  scripts: Type.Array(
    closed({
      file: Type.Union([Type.String(), Type.Null()], { description: 'The file it was written to.' }),
      script: AnswerScript,
      shows: Type.Array(RuleWay, { description: 'Outcomes of rules that no earlier script shows.' }),
      notices: Type.Array(ConditionChange, {
        description: 'Changes that make this script fail, and no earlier one.',
      }),
    }),
  ),
  unnoticed: closed(
    {
      equal: Type.Array(ConditionChange, { description: 'Changes that make no difference to any visitor.' }),
      undecided: Type.Array(ConditionChange, {
        description: 'Changes where it isn’t known if they make a difference.',
      }),
      missed: Type.Array(ConditionChange, {
        description: 'Changes that make a difference, but no script was found that shows it.',
      }),
    },
    { description: 'Changes after which every script still passes.' },
  ),
  impossible: Type.Array(RuleWay, { description: 'Outcomes of rules that no visitor can reach.' }),
  missed: Type.Array(RuleWay, { description: 'Outcomes that are possible but that no script shows.' }),
})
export type PathsAnswer = Static<typeof PathsAnswer>
