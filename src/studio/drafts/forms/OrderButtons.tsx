import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { FORM } from '../../../texts/studio/formScreen.ts'
import type { EntryOrder } from './useEntryOrder.ts'

/** Moves an entry one place up or down. */
export function OrderButtons({ label, order }: { label: string; order: EntryOrder }) {
  const buttons = [
    { name: FORM.moveUp(label), by: -1, isLast: order.isFirst, Icon: IconArrowUp },
    { name: FORM.moveDown(label), by: 1, isLast: order.isLast, Icon: IconArrowDown },
  ]
  return buttons.map(({ name, by, isLast, Icon }) => (
    <ActionIcon
      key={by}
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={name}
      title={name}
      // Alt with an arrow does the same, so it needs no tab stop.
      tabIndex={-1}
      disabled={isLast}
      onClick={() => order.move(by)}
    >
      <Icon size={14} />
    </ActionIcon>
  ))
}
