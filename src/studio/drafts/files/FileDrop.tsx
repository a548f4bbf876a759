import './files.css'
import { Button, FileButton, Text } from '@mantine/core'
import { useState, type DragEvent } from 'react'

interface Props {
  drop: string
  choose: string
  /** Types in the format of a file input. */
  accept: string
  isBusy: boolean
  onFiles: (files: readonly File[]) => void
}

/** Accepts files, dropped or chosen. */
export function FileDrop({ drop, choose, accept, isBusy, onFiles }: Props) {
  const [isOver, setOver] = useState(false)
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isBusy && event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
  }
  const over = (event: DragEvent) => {
    // Otherwise the browser opens the file in place of the page.
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className="file-drop"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <Text size="sm">{drop}</Text>
      <FileButton multiple accept={accept} onChange={(files) => files.length > 0 && onFiles(files)}>
        {(props) => (
          <Button {...props} variant="default" loading={isBusy}>
            {choose}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
