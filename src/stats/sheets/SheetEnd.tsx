import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { SHEET } from '../../texts/statsScreen.ts'

interface Props {
  /** Reason why the request failed. */
  failure: string | null
  onCancel: () => void
  /** The button that does it. */
  children: ReactNode
}

/** The end of a sheet that asks for something. */
export function SheetEnd({ failure, onCancel, children }: Props) {
  return (
    <>
      {failure !== null && (
        <Alert role="alert" color="red" mt="sm">
          {failure}
        </Alert>
      )}
      <Group gap="xs" justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          {SHEET.cancel}
        </Button>
        {children}
      </Group>
    </>
  )
}
