import { useCallback } from 'react'
import type { PhoneNumber } from '../../../schemas/visitor/page.ts'
import { useCell } from './useCell.ts'
import type { World } from './world.ts'

/** The tracked number, loaded on first use; null while unknown. The function is the same for the same number. */
export function usePhone(world: World | undefined): () => PhoneNumber | null {
  const number = useCell(world?.phone, null)
  return useCallback(() => {
    if (!number) queueMicrotask(() => world?.loadPhone())
    return number
  }, [number, world])
}
