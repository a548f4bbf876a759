import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { SHEET } from '../../texts/statsScreen.ts'

/** A secret just made, which nothing shows again. `note`: what it is for, and how to keep it. */
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
