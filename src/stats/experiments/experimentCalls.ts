import type {
  ChangeExperiment,
  Experiment,
  ExperimentTerms,
  StartExperiment,
} from '../../../schemas/reports/experiments.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'

/** Calls about experiments. The first figures of an hour are counted from raw rows. */
export function experimentCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  return {
    list: async (signal: AbortSignal) =>
      (await inside<{ data: Experiment[] }>({ url: '/experiments', signal, timeout: SLOW_MS })).data,
    terms: async (signal: AbortSignal) =>
      (await inside<{ data: ExperimentTerms[] }>({ url: '/experiments/terms', signal, timeout: SLOW_MS }))
        .data,
    start: (data: StartExperiment) =>
      inside<{ experiment: number }>({ method: 'post', url: '/experiments', data, timeout: SLOW_MS }),
    change: (data: ChangeExperiment) => inside<void>({ method: 'post', url: '/experiments/change', data }),
  }
}

export type ExperimentCalls = ReturnType<typeof experimentCalls>

const SLOW_MS = 60_000
