import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ConfirmMethod } from '../../../schemas/people/confirm.ts'
import type { OperatorCalls } from '../loading/operatorCalls.ts'

type Calls = Pick<OperatorCalls, 'confirm' | 'onConfirm'>

interface ConfirmRequest {
  methods: readonly ConfirmMethod[]
  end: (isConfirmed: boolean) => void
}

/** Asks the operator to confirm their identity when a call requires it. The call waits, and is then made again. */
export function ConfirmSheet({ calls }: { calls: Calls }) {
  const [asked, setAsked] = useState<ConfirmRequest | null>(null)
  const open = useRef<ConfirmRequest | null>(null)
  useEffect(() => {
    const end = (isConfirmed: boolean) => {
      const ended = open.current
      open.current = null
      setAsked(null)
      ended?.end(isConfirmed)
    }
    calls.onConfirm(
      (methods) =>
        new Promise((resolve) => {
          open.current = { methods, end: resolve }
          setAsked({ methods, end })
        }),
    )
    // Handles the key before an open sheet below does, which would close too.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || open.current === null) return
      event.stopImmediatePropagation()
      end(false)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      calls.onConfirm(null)
      end(false)
    }
  }, [calls])
  return (
    asked && (
      <Suspense fallback={null}>
        <ConfirmForm methods={asked.methods} confirm={calls.confirm} onEnd={asked.end} />
      </Suspense>
    )
  )
}

const ConfirmForm = lazy(async () => ({ default: (await import('./ConfirmForm.tsx')).ConfirmForm }))
