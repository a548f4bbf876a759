import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { reasonOf, statusOf } from '../../stats/login/operatorCalls.ts'
import { DRAFTS } from '../../texts/studio/draftScreen.ts'
import { useStudio } from './studioContext.ts'

interface Props {
  path: string
  version: number | undefined
  onMade: () => void
}

/** Makes the draft of a site of a version. */
export function MakeDraft({ path, version, onMade }: Props) {
  const { calls } = useStudio()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const make = () => {
    if (version === undefined) return
    setBusy(true)
    calls.make({ path, version, revision: 0 }).then(onMade, (error: unknown) => {
      // Somebody made it just now.
      if (statusOf(error) === 409) return onMade()
      setBusy(false)
      setFailure(DRAFTS.failed(reasonOf(error)))
    })
  }
  return (
    <>
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
      {failure !== null && (
        <Text role="alert" size="sm" c="red">
          {failure}
        </Text>
      )}
    </>
  )
}
