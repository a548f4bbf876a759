import { useCallback } from 'react'
import type { PhoneNumber } from '../../../schemas/visitor/page.ts'
import type { Page } from '../../flow/page.ts'
import { useCell } from './useCell.ts'
import type { BrowserPorts } from './browserPorts.ts'

/** The number to call, loaded on first use if the page doesn't have it; null while unknown. The function is the same for the same
 *  number. */
export function usePhone(page: Page, browser: BrowserPorts | undefined): () => PhoneNumber | null {
  const number = useCell(browser?.phone, page.phone ?? null)
  return useCallback(() => {
    if (!number) queueMicrotask(() => browser?.loadPhone())
    return number
  }, [number, browser])
}
