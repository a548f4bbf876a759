import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { statusOf } from '../../operator/loading/operatorCalls.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import { IMPORT } from './importing/importScreen.ts'
import { ImportSheet } from './importing/ImportSheet.tsx'
import { useStudio } from '../parts/studioContext.ts'

interface Props {
  path: string
  version: number | undefined
  onMade: () => void
}

/** Makes the draft of a site from a version, or from a form of another product. */
export function MakeDraft({ path, version, onMade }: Props) {
  const { calls } = useStudio()
  const { isBusy, failure, run } = useAction()
  const [isImporting, setImporting] = useState(false)
  const make = () => {
    if (version === undefined) return
    void run(() =>
      calls.make({ path, version, revision: 0 }).then(onMade, (error: unknown) => {
        // Someone else has just made it.
        if (statusOf(error) === 409) return onMade()
        throw error
      }),
    )
  }
  return (
    <>
      <Group gap={4}>
        <Button
          size="xs"
          variant="default"
          aria-label={DRAFTS.beginOf(path)}
          disabled={version === undefined}
          loading={isBusy}
          onClick={make}
        >
          {DRAFTS.begin}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          aria-label={IMPORT.openOf(path)}
          disabled={version === undefined}
          onClick={() => setImporting(true)}
        >
          {IMPORT.open}
        </Button>
      </Group>
      {isImporting && version !== undefined && (
        <ImportSheet path={path} version={version} onMade={onMade} onClose={() => setImporting(false)} />
      )}
      {failure !== null && (
        <Text role="alert" size="sm" c="red">
          {failure}
        </Text>
      )}
    </>
  )
}
