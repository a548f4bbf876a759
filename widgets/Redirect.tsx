import { useEffect, useRef, useState } from 'react'
import type { Redirect as Way } from '../schemas/elements/element.ts'
import { redirectLink } from '../src/flow/redirects.ts'
import type { LeavingState, Stop } from './context.ts'
import type { WithAppParts } from './appParts.ts'

/** Redirect of an end's text: a link, and unless the visitor stays, the page goes there by itself. Neither happens while answers are
 *  being sent, or the outcome is unknown. */
export function Redirect({ redirect, isShown, parts }: { redirect: Way; isShown: boolean } & WithAppParts) {
  const { useStep, useLiveData, useSentences, RESULT_FIELD } = parts
  const { fields } = useStep()
  const { fates, known, notSold, isOutcomeKnown, linkOut, buyerPage, redirectWhenSent } = useLiveData()
  const { stay, takenSoon, opensTab } = useSentences().WIDGET
  const { opened, ...own } = linkOut(redirect, redirectLink(redirect, { fields, fates, notSold }))
  const href = buyerPage(redirect.buyer ?? '') ?? own.href
  const [state, setState] = useState<LeavingState>(redirectWhenSent ? 'sending' : 'here')
  const way = useRef({ href, opened })
  way.current = { href, opened }
  const stop = useRef<Stop>(null)

  const isDue = isShown && isOutcomeKnown && href !== null
  const isSure = known[RESULT_FIELD] !== 'waiting'
  useEffect(() => {
    if (!isDue || !redirectWhenSent) return
    setState('sending')
    stop.current = redirectWhenSent({ way: () => way.current, goes: isSure, onState: setState })
    return () => stop.current?.(false)
  }, [isDue, isSure, Boolean(redirectWhenSent)])
  const rest = () => {
    stop.current?.(true)
    if (state === 'soon') setState('here')
  }

  const isBeside = state === 'beside'
  const isOpen = isDue && state !== 'sending'
  if (href === null) return null
  return (
    <div className="redirect">
      {isOpen ? (
        <a
          className="button"
          href={href}
          {...(isBeside && { target: '_blank', rel: 'noopener' })}
          onClick={() => {
            rest()
            opened()
          }}
          onAuxClick={({ button }) => button === MIDDLE && opened()}
        >
          {redirect.text}
          {isBeside && <span className="visually-hidden">{opensTab(undefined)}</span>}
        </a>
      ) : (
        <a className="button" role="link" aria-disabled>
          {redirect.text}
        </a>
      )}
      {/* Keeps its space, so that nothing moves when it shows. */}
      <p hidden={!isOpen || state !== 'soon'}>
        {takenSoon}{' '}
        <button type="button" onClick={rest}>
          {stay}
        </button>
      </p>
    </div>
  )
}

/** The middle mouse button opens a new tab, without a click event. */
const MIDDLE = 1
