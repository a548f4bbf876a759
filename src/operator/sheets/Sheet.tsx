import './sheet.css'
import { Drawer, Modal } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'

interface Props {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog beside its subject. (Mantine's own header would be a second page banner to assistive software.) */
export function SideSheet({ title, opened, onClose, children }: Props) {
  return (
    <Drawer.Root
      {...{ opened, onClose }}
      position="right"
      size="min(820px, 100%)"
      transitionProps={{ duration: 150 }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className="sheet-head">
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body className="sheet">{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** A dialog in the center. `size` is its width. */
export function MiddleSheet({ title, opened, onClose, children, size = 'md' }: Props & { size?: string }) {
  useFocusBack(opened)
  return (
    <Modal.Root {...{ opened, onClose, size }} transitionProps={{ duration: 0 }} centered>
      <Modal.Overlay />
      <Modal.Content>
        <div className="sheet-head">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className="sheet">{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Returns the focus when a sheet that is mounted only while open unmounts. (Mantine does it for one that stays mounted.) */
function useFocusBack(opened: boolean): void {
  const [opener] = useState(() => (opened ? document.activeElement : null))
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
