import { useEffect, useRef, useState } from 'react'
import { STUDIO } from '../../texts/studio/studioScreen.ts'

/** A visit that is asked for. `count`: the same wish again is another one. */
export interface Wish {
  by: 'keep' | 'jump' | 'anew'
  step: string | null
  count: number
}

interface Props {
  size: 'phone' | 'desk'
  scheme: 'light' | 'dark'
  language: string | null
  edition: number
  wish: Wish
}

/** The site as visitors get it. Another edition of it, another language or other colours are loaded with the answers that were given, at the step
 *  that is in sight. */
export function PageFrame({ size, scheme, language, edition, wish }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const shown = useRef<Wish | null>(null)
  useEffect(() => {
    const isWished = shown.current !== wish
    shown.current = wish
    const { by, step } = isWished ? wish : { by: 'keep', step: inSight(frame.current) }
    const words = Object.entries({ by, step, lang: language, scheme }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    )
    // In the place of what is there: Back goes to the step before, not to the edition before.
    frame.current?.contentWindow?.location.replace(`/studio/visit?${new URLSearchParams(words).toString()}`)
  }, [language, scheme, edition, wish])
  const onLoad = () => {
    const status = frame.current?.contentWindow?.performance.getEntriesByType('navigation')[0]
    setRefusal(status && 'responseStatus' in status && status.responseStatus === 404 ? STUDIO.noWay : null)
  }
  return (
    <>
      {refusal !== null && <p role="alert">{refusal}</p>}
      <iframe ref={frame} title={STUDIO.page} className="page" data-size={size} onLoad={onLoad} />
    </>
  )
}

function inSight(frame: HTMLIFrameElement | null): string | null {
  return frame?.contentDocument?.querySelector('[data-step]')?.getAttribute('data-step') ?? null
}
