import { Button } from '@mantine/core'
import { IconCertificate, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { save } from '../../operator/loading/saveFile.ts'
import { ONE_LEAD } from '../parts/oneLeadScreen.ts'
import type { leadCalls } from './leadCalls.ts'

type Calls = Pick<ReturnType<typeof leadCalls>, 'proof' | 'proofPdf'>

/** Downloads the proof of a lead, to check or to read. */
export function ProofButton({ uuid, calls }: { uuid: string; calls: Calls }) {
  const [busy, setBusy] = useState<keyof Calls | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const act = (kind: keyof Calls) => {
    setBusy(kind)
    setFailure(null)
    calls[kind](uuid)
      .then(
        (file) => save(file, `proof-${uuid}.${ENDINGS[kind]}`),
        (error: unknown) => setFailure(reasonOf(error)),
      )
      .finally(() => setBusy(null))
  }
  return (
    <>
      {(['proof', 'proofPdf'] as const).map((kind) => (
        <Button
          key={kind}
          size="xs"
          variant="default"
          leftSection={ICONS[kind]}
          title={ONE_LEAD.proofWhat[kind]}
          loading={busy === kind}
          disabled={busy !== null && busy !== kind}
          onClick={() => act(kind)}
        >
          {ONE_LEAD.proofs[kind]}
        </Button>
      ))}
      {failure !== null && (
        <p role="alert" className="one-failure">
          {ONE_LEAD.proofFailed}: {failure}
        </p>
      )}
    </>
  )
}

const ICONS = {
  proof: <IconCertificate size={16} aria-hidden />,
  proofPdf: <IconFileTypePdf size={16} aria-hidden />,
}

const ENDINGS = { proof: 'json', proofPdf: 'pdf' } as const
