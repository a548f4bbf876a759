import { useEffect, useReducer, useRef, useState } from 'react'
import type { FlowStep } from '../../../schemas/author/preview.ts'
import type { Located } from '../../../schemas/author/problem.ts'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { useStudio } from '../parts/studioContext.ts'

export interface Checked {
  /** Null until the first check. */
  problems: readonly Located[] | null
  /** Steps of the last text without an error; null if there was none. */
  steps: readonly FlowStep[] | null
  /** True if `steps` are from the text with these problems. */
  areStepsCurrent: boolean
  isChecking: boolean
  failure: string | null
}

const NOT_CHECKED: Checked = {
  problems: null,
  steps: null,
  areStepsCurrent: true,
  isChecking: true,
  failure: null,
}

/** Problems of a draft, checked after each save; one check at a time. */
export function useProblems(path: string, revision: number): Checked & { again: () => void } {
  const { calls } = useStudio()
  const [checked, setChecked] = useState(NOT_CHECKED)
  const [tries, again] = useReducer((count: number) => count + 1, 0)
  const wanted = useRef(0)
  const isAsking = useRef(false)
  useEffect(() => {
    wanted.current = revision
    if (isAsking.current) return
    isAsking.current = true
    const ask = async (): Promise<void> => {
      setChecked((before) => ({ ...before, isChecking: true }))
      try {
        const found = await calls.problems(path)
        const isBehind = found.revision < wanted.current
        setChecked((before) => ({
          problems: found.problems,
          steps: found.steps ?? before.steps,
          areStepsCurrent: found.steps !== null,
          isChecking: isBehind,
          failure: null,
        }))
        if (isBehind) await ask()
      } catch (error) {
        setChecked((before) => ({ ...before, isChecking: false, failure: reasonOf(error) }))
      }
    }
    void ask().finally(() => (isAsking.current = false))
  }, [calls, path, revision, tries])
  return { ...checked, again }
}
