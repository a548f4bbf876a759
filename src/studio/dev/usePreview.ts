import { useEffect, useState } from 'react'
import type { PreviewState } from '../../../schemas/author/preview.ts'

/** State of the panes from `leadloom dev`; null before the first. `isLost` is true while it cannot be reached; the browser keeps trying. */
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
