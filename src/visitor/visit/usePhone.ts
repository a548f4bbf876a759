import type { PhoneNumber } from '../../../schemas/visitor/page.ts'
import { useCell } from './useCell.ts'
import type { World } from './world.ts'

/** The tracked number, loaded on first use; null while unknown. */
export function usePhone(world: World | undefined): () => PhoneNumber | null {
  const number = useCell(world?.phone, null)
  return () => {
    if (!number) queueMicrotask(() => world?.loadPhone())
    return number
  }
}
