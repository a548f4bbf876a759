import { useEffect, useState } from 'react'
import type { PreviewState } from '../../../schemas/author/preview.ts'

/** What the panes show, as `leadloom dev` tells it; null until it first does. `isLost`: it cannot be reached; the browser goes on
 *  trying. */
export function usePreview(): { state: PreviewState | null; isLost: boolean } {
  const [state, setState] = useState<PreviewState | null>(null)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const events = new EventSource('/studio/events')
    events.onopen = () => setLost(false)
    events.onerror = () => setLost(true)
    events.onmessage = ({ data }: MessageEvent<string>) => setState(JSON.parse(data) as PreviewState)
    return () => events.close()
  }, [])
  return { state, isLost }
}
