import { Button } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { useState } from 'react'
import type { Proof } from '../../../schemas/desk/proof.ts'
import { reasonOf } from '../../stats/login/operatorCalls.ts'
import { save } from '../../stats/report/saveFile.ts'
import { ONE_LEAD } from '../../texts/desk/oneLeadScreen.ts'

/** Gives the proof of a lead as a file. */
export function ProofButton({ uuid, load }: { uuid: string; load: (uuid: string) => Promise<Proof> }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const act = () => {
    setBusy(true)
    setFailure(null)
    load(uuid)
      .then(
        (proof) => save(new Blob([JSON.stringify(proof, null, 2)], { type: TYPE }), `proof-${uuid}.json`),
        (error: unknown) => setFailure(reasonOf(error)),
      )
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCertificate size={16} aria-hidden />}
        title={ONE_LEAD.proofWhat}
        loading={busy}
        onClick={act}
      >
        {ONE_LEAD.proof}
      </Button>
      {failure !== null && (
        <p role="alert" className="one-failure">
          {ONE_LEAD.proofFailed}: {failure}
        </p>
      )}
    </>
  )
}

const TYPE = 'application/json'
