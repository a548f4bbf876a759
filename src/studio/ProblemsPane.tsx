import { Alert, Anchor, Button, CopyButton, Text } from '@mantine/core'
import type { Located } from '../../schemas/problem.ts'
import type { PreviewState } from '../../schemas/preview.ts'
import { STUDIO } from '../texts/studioScreen.ts'
import { editorAddress } from './editorAddress.ts'
import { Mark } from './Mark.tsx'

/** What is wrong with the flow, each with its place. */
export function ProblemsPane({ problems, proofs, file }: Pick<PreviewState, 'problems' | 'proofs' | 'file'>) {
  return (
    <>
      <div role="status">
        {proofs === 'running' && <Text c="dimmed">{STUDIO.proving}</Text>}
        {proofs === 'undecided' && <Alert color="yellow">{STUDIO.undecided}</Alert>}
        {proofs !== 'running' && problems.length === 0 && <Text>{STUDIO.noProblems}</Text>}
      </div>
      <ul className="problems">
        {problems.map((problem) => (
          <Problem key={JSON.stringify(problem)} problem={problem} flowFile={file} />
        ))}
      </ul>
    </>
  )
}

function Problem({ problem, flowFile }: { problem: Located; flowFile: string }) {
  const { line, column, weight, message, hint } = problem
  const file = problem.file === undefined ? flowFile : flowFile.replace(/[^/\\]+$/, problem.file)
  const place = `${file.replace(/^.*[/\\]/, '')}:${line}:${column}`
  return (
    <li>
      <div className="head">
        <Anchor
          className="place"
          underline="always"
          href={editorAddress(file, line, column)}
          title={STUDIO.openAt(place)}
        >
          {place}
        </Anchor>
        <Mark tone={weight === 'error' ? 'bad' : 'plain'}>{STUDIO.weights[weight]}</Mark>
      </div>
      <Text>{message}</Text>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <CopyButton value={`${file}:${line}:${column}`}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy}>
            {copied ? STUDIO.copied : STUDIO.copy}
          </Button>
        )}
      </CopyButton>
    </li>
  )
}
