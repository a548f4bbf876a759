import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Located } from '../../../schemas/author/problem.ts'
import { answerLines, arrivalWords } from '../../author/words/witnessWords.ts'
import { STUDIO } from './studioScreen.ts'
import { Mark } from './Mark.tsx'
import { Place } from './Place.tsx'

interface Props {
  problems: readonly Located[]
  /** Name of the flow file. */
  flowFile: string
  /** Summary of the problems. */
  children: ReactNode
  /** Contents below a problem. */
  below?: (problem: Located) => ReactNode
}

/** Problems of the flow, each with its place. */
export function ProblemsPane({ problems, flowFile, children, below }: Props) {
  return (
    <>
      <div role="status">{children}</div>
      <ul className="problems">
        {problems.map((problem) => {
          const { file, line, column, weight, code, message, hint, witness } = problem
          return (
            <li key={JSON.stringify(problem)}>
              <div className="head">
                <Place at={problem}>{`${file ?? flowFile}:${line}:${column}`}</Place>
                <Mark tone={weight === 'error' ? 'bad' : 'plain'}>{STUDIO.weights[weight]}</Mark>
              </div>
              <Text size="sm">{message}</Text>
              <Text size="sm" c="dimmed">
                {hint}{' '}
                <Anchor
                  href={`/docs/reference/problems#${code}`}
                  target="_blank"
                  rel="noreferrer"
                  underline="always"
                  inherit
                >
                  {STUDIO.aboutProblem}
                </Anchor>
              </Text>
              {witness && (
                <details className="affected">
                  <summary>{STUDIO.affected}</summary>
                  {arrivalWords(witness)}
                  <ul>
                    {answerLines(witness).map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                </details>
              )}
              {below?.(problem)}
            </li>
          )
        })}
      </ul>
    </>
  )
}
