import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useAction } from '../../operator/loading/useAction.ts'
import { save } from '../../operator/loading/saveFile.ts'
import { LIST } from '../parts/deskScreen.ts'

/** Downloads the filtered list as CSV. */
export function ExportButton({ name, load }: { name: string; load: () => Promise<Blob> }) {
  const { isBusy, failure, run } = useAction()
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={isBusy}
        onClick={() => void run(async () => save(await load(), name))}
      >
        {LIST.exportCsv}
      </Button>
      {failure !== null && (
        <p role="alert" className="login-failure">
          {LIST.exportFailed}: {failure}
        </p>
      )}
    </>
  )
}
