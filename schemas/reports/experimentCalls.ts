import { Type } from 'typebox'
import type { Call } from '../kernel/call.ts'
import { closed } from '../kernel/shape.ts'
import { ChangeExperiment, Experiment, ExperimentTerms, StartExperiment } from './experiments.ts'

/** Calls about experiments. All operators see them; authors start, stop and promote. */
export const EXPERIMENT_CALLS = {
  'GET /api/reports/experiments': {
    caller: 'operator',
    sites: 'filtered',
    summary: 'The newest 50 experiments, with their figures and verdicts as of the last full hour.',
    status: 200,
    answer: closed({ data: Type.Array(Experiment) }),
  },
  'GET /api/reports/experiments/terms': {
    caller: 'author',
    sites: 'filtered',
    summary:
      'The paths with several live versions and no running experiment, with terms that fit what their visitors earned lately.',
    status: 200,
    answer: closed({ data: Type.Array(ExperimentTerms) }),
  },
  'POST /api/reports/experiments': {
    caller: 'author',
    sites: 'named',
    summary:
      'Starts an experiment on the live versions of a path. Its terms can’t be changed later. 409 if an experiment is running there or only one version is live.',
    body: StartExperiment,
    status: 201,
    answer: closed({ experiment: Type.Integer({ minimum: 1 }) }),
  },
  'POST /api/reports/experiments/change': {
    caller: 'author',
    sites: 'named',
    summary:
      'Stops or resumes an experiment, promotes one of its versions, or undoes that. 409 if it, or what is live on its path, has changed.',
    body: ChangeExperiment,
    status: 204,
  },
} as const satisfies Record<string, Call>
