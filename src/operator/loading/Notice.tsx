import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
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

/** Marks figures that remain although a refresh failed. The page announces it, once for all of them. */
export function Outdated({ report: { asOf, outdated, retry } }: { report: Loaded<unknown> }) {
  if (outdated === null) return null
  return <RetryLine retry={retry}>{SCREEN.notUpdatedSince(asOfText(asOf), outdated)}</RetryLine>
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
