import { useCallback } from 'react'
import type { PhoneNumber } from '../../../schemas/visitor/page.ts'
import { useCell } from './useCell.ts'
import type { BrowserPorts } from './browserPorts.ts'

/** The tracked number, loaded on first use; null while unknown. The function is the same for the same number. */
export function usePhone(browser: BrowserPorts | undefined): () => PhoneNumber | null {
  const number = useCell(browser?.phone, null)
  return useCallback(() => {
    if (!number) queueMicrotask(() => browser?.loadPhone())
    return number
  }, [number, browser])
}
