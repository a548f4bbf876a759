import { Button, FileInput } from '@mantine/core'
import { useState } from 'react'
import type { OptOutFileAnswer } from '../../../schemas/desk/optOuts.ts'
import { MOST_FILE_BYTES } from '../../../schemas/kernel/formFieldLimits.ts'
import { base64Of } from '../../operator/loading/base64Of.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { TableInPages } from '../returns/TableInPages.tsx'
import type { OptOutCalls } from './optOutCalls.ts'
import { OPT_OUTS } from './optOutScreen.ts'

interface Props {
  file: OptOutCalls['file']
  /** Called once a file was taken. */
  onTaken: () => void
  onClose: () => void
}

/** Uploads a file of people who don't want to be contacted anymore. */
export function FileOfOptOuts({ file: send, onTaken, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [answer, setAnswer] = useState<OptOutFileAnswer | null>(null)
  const { isBusy, failure, run } = useAction()
  const isTooLarge = file !== null && file.size > MOST_FILE_BYTES
  const upload = () =>
    run(async () => {
      if (!file) return
      setAnswer(await send({ name: file.name, content: await base64Of(file) }))
      onTaken()
    })
  return (
    <MiddleSheet opened onClose={onClose} title={OPT_OUTS.fileTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (file && !isTooLarge) void upload()
        }}
      >
        <p className="card-note">{OPT_OUTS.fileWhy}</p>
        <FileInput
          mt="sm"
          label={OPT_OUTS.fileLabel}
          placeholder={OPT_OUTS.fileChoose}
          accept=".csv,.txt,.xlsx"
          error={isTooLarge && OPT_OUTS.fileTooLarge}
          value={file}
          onChange={(next) => {
            setFile(next)
            setAnswer(null)
          }}
        />
        {answer && (
          <p role="status" className="return-sum">
            {OPT_OUTS.fileDone(answer.taken, answer.known, answer.wrong)}
          </p>
        )}
        {answer && answer.problems.length > 0 && (
          <TableInPages
            title={OPT_OUTS.problems}
            columns={[OPT_OUTS.line, OPT_OUTS.field, OPT_OUTS.problem]}
            figures={[]}
            rows={answer.problems}
            cellsOf={({ line, field, problem }) => [line, field, problem]}
          />
        )}
        <SheetEnd failure={failure} onCancel={onClose}>
          <Button type="submit" loading={isBusy} disabled={!file || isTooLarge || answer !== null}>
            {OPT_OUTS.fileNow}
          </Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}
