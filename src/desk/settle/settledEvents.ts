import { useEffect, useState } from 'react'

/** Event of this page that money in doubt has changed. */
const settled = new EventTarget()

export function notifySettled(): void {
  settled.dispatchEvent(new Event('settled'))
}

/** Number of changes of money in doubt since the page was opened. */
export function useSettledCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const add = () => setCount((before) => before + 1)
    settled.addEventListener('settled', add)
    return () => settled.removeEventListener('settled', add)
  }, [])
  return count
}
