import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { SHEET } from '../screenWords.ts'

/** A new secret, which is shown only once. `note` describes its purpose and how to store it. */
export function ShownOnce({ secret, note, onClose }: { secret: string; note: string; onClose: () => void }) {
  return (
    <>
      <Text size="sm" role="status">
        {note}
      </Text>
      <Code block mt="sm" className="shown-once" tabIndex={0}>
        {secret}
      </Code>
      <Group gap="xs" justify="flex-end" mt="md">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? SHEET.copied : SHEET.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{SHEET.close}</Button>
      </Group>
    </>
  )
}
