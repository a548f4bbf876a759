import { Kbd, Switch } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { MiddleSheet } from './Sheet.tsx'
import { SCREEN } from '../screenWords.ts'

export interface Shortcut {
  key: string
  does: string
  act: () => void
}

/** Single-key shortcuts, which act while nothing is typed into and no dialog is open. */
export function useShortcuts(shortcuts: readonly Shortcut[], on: boolean): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (
        target instanceof Element &&
        target.closest('input, textarea, select, [contenteditable], [role=menu]')
      )
        return
      if (document.querySelector('[aria-modal=true]')) return
      const shortcut = latest.current.find((one) => one.key === key)
      if (!shortcut) return
      event.preventDefault()
      shortcut.act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
}

interface Props {
  shortcuts: readonly Shortcut[]
  opened: boolean
  onClose: () => void
  on: boolean
  onSwitch: (on: boolean) => void
}

export function ShortcutSheet({ shortcuts, opened, onClose, on, onSwitch }: Props) {
  return (
    <MiddleSheet {...{ opened, onClose }} title={SCREEN.shortcuts}>
      <dl className="shortcuts">
        {shortcuts.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={SCREEN.shortcutsOn}
        checked={on}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
    </MiddleSheet>
  )
}
