import { Button, FileButton, Text } from '@mantine/core'
import { useState, type DragEvent } from 'react'
import { IMPORT } from '../../../texts/studio/importScreen.ts'

interface Props {
  isBusy: boolean
  onFile: (file: File) => void
}

/** Takes the file of a form: dropped, or chosen. */
export function FormFile({ isBusy, onFile }: Props) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  const over = (event: DragEvent) => {
    // Otherwise the browser opens the file in place of the page.
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className="form-drop"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text size="sm">{IMPORT.drop}</Text>
      <FileButton accept="application/json,.json" onChange={(file) => file && onFile(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={isBusy}>
            {IMPORT.choose}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
