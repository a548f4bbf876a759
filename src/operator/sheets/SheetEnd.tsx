import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { SHEET } from '../screenWords.ts'

interface Props {
  /** Reason why the request failed. */
  failure: string | null
  onCancel: () => void
  /** Button that submits. */
  children: ReactNode
}

/** Footer of a sheet with a form. */
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
