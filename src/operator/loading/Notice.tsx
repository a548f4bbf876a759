import { Button } from '@mantine/core'
import { useEffect, useId, useSyncExternalStore, type ReactNode } from 'react'
import { asOfText } from '../days/days.ts'
import { moveFocusToSection } from '../browser/moveFocusToSection.ts'
import type { Loaded } from './useLoaded.ts'
import { SCREEN } from '../screenWords.ts'

interface Props {
  title: string
  /** Reason, and what to try. */
  children: ReactNode
  /** True if something failed or is wrong; announced at once. */
  urgent?: boolean
  /** True if the contents belong to an earlier request. */
  stale?: boolean
  action?: { label: string; act: () => void }
}

/** Message in place of figures. */
export function Notice({ title, children, urgent = false, stale = false, action }: Props) {
  return (
    <div role={urgent ? 'alert' : 'status'} className="notice" data-stale={stale || undefined}>
      <strong className={urgent ? 'notice-urgent' : ''}>{title}</strong>
      <p>{children}</p>
      {action && (
        <Button
          size="xs"
          variant="default"
          onClick={({ currentTarget }) => {
            moveFocusToSection(currentTarget)
            action.act()
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}

/** Says once per page that data could not be refreshed: in the first place that has any, for all of them. */
export function Outdated({ report: { asOf, outdated, retry } }: { report: Loaded<unknown> }) {
  const id = useId()
  const all = useSyncExternalStore(subscribe, () => stale)
  useEffect(() => {
    const others = stale.filter((one) => one.id !== id)
    if (outdated === null) return void (others.length < stale.length && change(others))
    const told = { id, asOf, outdated, retry }
    const isKnown = others.length < stale.length
    change(isKnown ? stale.map((one) => (one.id === id ? told : one)) : [...stale, told])
  }, [id, asOf, outdated, retry])
  useEffect(() => () => change(stale.filter((one) => one.id !== id)), [id])
  const [first] = all
  if (first?.id !== id) return null
  const oldest = asOfText(Math.min(...all.map((one) => one.asOf)))
  const says = all.length === 1 ? SCREEN.notUpdatedSince : SCREEN.someNotUpdatedSince
  return <RetryLine retry={() => all.forEach((one) => one.retry())}>{says(oldest, first.outdated)}</RetryLine>
}

interface Stale extends Pick<Loaded<unknown>, 'asOf' | 'retry'> {
  id: string
  outdated: string
}

/** Data of the page that could not be refreshed, in the order in which that was seen. */
let stale: readonly Stale[] = []
const listeners = new Set<() => void>()

function change(next: readonly Stale[]): void {
  stale = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A sentence about something that failed to load, with a button to retry. */
export function RetryLine({ retry, children }: { retry: () => void; children: string }) {
  return (
    <p className="outdated">
      {children}{' '}
      <button
        type="button"
        className="link"
        onClick={({ currentTarget }) => {
          moveFocusToSection(currentTarget)
          retry()
        }}
      >
        {SCREEN.retry}
      </button>
    </p>
  )
}
