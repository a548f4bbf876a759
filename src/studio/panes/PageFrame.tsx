import { useEffect, useRef, useState } from 'react'
import { STUDIO } from './studioScreen.ts'
import type { Picked } from '../../author/forms/pickedPlace.ts'
import type { PageView, Wish } from './usePageView.ts'

/** Options for starting a visit. */
export interface Beginning extends Pick<Wish, 'by' | 'step'> {
  lang?: 'en' | 'es'
  scheme: PageView['scheme']
  network?: 'slow'
}

interface Props {
  view: PageView
  /** Counter of the site's changes, each of which loads it again. */
  edition: number
  /** Starts a visit; resolves to the address of its page. Rejects if it cannot start. */
  begin: (beginning: Beginning) => Promise<string>
  reasonOf: (error: unknown) => string
  /** Permissions of the page: see `sandbox` of iframe. Without it, those of any page on this origin. */
  sandbox?: string
  /** While set, a click on the page does nothing there and is reported here. */
  onPick?: ((picked: Picked) => void) | undefined
}

/** The site as visitors see it. Another edition, language, or color scheme loads with the answers so far, at the current step. */
export function PageFrame({ view, edition, begin, reasonOf, sandbox, onPick }: Props) {
  const { size, scheme, isSlow, language, wish } = view
  const frame = useRef<HTMLIFrameElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const shown = useRef<Wish | null>(null)
  /** Wish whose page hasn't shown a step yet. Whatever reloads the page meanwhile asks for it again. */
  const due = useRef<Wish | null>(null)
  const isReplaced = useRef(false)
  /** Current step, as the page reports it. */
  const inSight = useRef<string | null>(null)
  useEffect(() => {
    const page = () => frame.current?.contentWindow
    // '*' because a sandboxed page has no origin.
    const ask = () => page()?.postMessage({ leadloomPick: onPick !== undefined }, '*')
    const hear = ({
      source,
      data,
    }: MessageEvent<{ leadloomStep?: unknown; leadloomPicked?: unknown } | null>) => {
      if (source !== page()) return
      if (typeof data?.leadloomStep === 'string') {
        inSight.current = data.leadloomStep || null
        if (isReplaced.current) due.current = null
        ask()
      }
      const picked = pickedIn(data?.leadloomPicked)
      if (picked) onPick?.(picked)
    }
    ask()
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [onPick])
  useEffect(() => {
    if (shown.current !== wish) due.current = wish
    shown.current = wish
    isReplaced.current = false
    const { by, step } = due.current ?? ({ by: 'keep', step: inSight.current } as const)
    let isLate = false
    begin({ by, step, ...(language && { lang: language }), scheme, ...(isSlow && { network: 'slow' }) }).then(
      (address) => {
        if (isLate) return
        setRefusal(null)
        // Replaces the present page, so that Back goes to the previous step, not to the previous edition.
        frame.current?.contentWindow?.location.replace(address)
        isReplaced.current = true
      },
      (error: unknown) => isLate || setRefusal(reasonOf(error)),
    )
    return () => void (isLate = true)
  }, [language, scheme, isSlow, edition, wish, begin, reasonOf])
  return (
    <>
      {refusal !== null && <p role="alert">{refusal}</p>}
      <iframe
        ref={frame}
        title={STUDIO.page}
        className="page"
        data-size={size}
        {...(sandbox !== undefined && { sandbox })}
      />
    </>
  )
}

/** Place in a message of the page about a click; null for any other message. */
function pickedIn(said: unknown): Picked | null {
  if (typeof said !== 'object' || said === null) return null
  const { step, field, value } = said as Record<keyof Picked, unknown>
  const isText = (one: unknown) => one === null || typeof one === 'string'
  return typeof step === 'string' && isText(field) && isText(value)
    ? { step, field: field as string | null, value: value as string | null }
    : null
}
