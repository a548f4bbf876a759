import { Alert, Button, CopyButton, Text } from '@mantine/core'
import type { PreviewState } from '../../../schemas/author/preview.ts'
import { STUDIO } from '../panes/studioScreen.ts'
import { ProblemsPane } from '../panes/ProblemsPane.tsx'
import { besideFlow } from './editorAddress.ts'

/** Problems of a file that is edited elsewhere. */
export function DevProblems({ problems, proofs, file }: Pick<PreviewState, 'problems' | 'proofs' | 'file'>) {
  return (
    <ProblemsPane
      problems={problems}
      flowFile={file.replace(/^.*[/\\]/, '')}
      below={(problem) => (
        <CopyButton value={`${besideFlow(file, problem)}:${problem.line}:${problem.column}`}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy}>
              {copied ? STUDIO.copied : STUDIO.copy}
            </Button>
          )}
        </CopyButton>
      )}
    >
      {proofs === 'running' && <Text c="dimmed">{STUDIO.proving}</Text>}
      {proofs === 'undecided' && <Alert color="yellow">{STUDIO.undecided}</Alert>}
      {proofs !== 'running' && problems.length === 0 && <Text>{STUDIO.noProblems}</Text>}
    </ProblemsPane>
  )
}
