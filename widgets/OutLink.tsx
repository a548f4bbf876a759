import type { MouseEvent } from 'react'
import type { LinkOutElement } from '../schemas/elements/element.ts'
import { useLiveData, useSentences } from './context.ts'
import { Icon } from './Icon.tsx'

interface OutLinkProps {
  element: LinkOutElement
  text: string
  /** Description of the link, if its text alone is not enough. */
  about?: string | undefined
  /** Size of the text. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Called when the visitor presses it and the other page opens. */
  onOpen?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** A link that looks like a button, opens in a new tab and is tracked. Until its address is known it says so and cannot be pressed.
 *  Source: spec, section 2 "Reusable widgets" and section 7 "Partner links". */
export function OutLink({ element, text, about, size, onOpen }: OutLinkProps) {
  const { WIDGET } = useSentences()
  const { href, opened } = useLiveData().linkOut(element)
  if (href === null)
    return (
      <a className="button out" data-size={size} role="link" aria-disabled>
        {WIDGET.linkLoading}
      </a>
    )
  return (
    <a
      className="button out"
      data-size={size}
      href={href}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        opened()
        onOpen?.(event)
      }}
      onAuxClick={({ button }) => button === MIDDLE && opened()}
    >
      {text}
      <Icon name="out" />
      <span className="visually-hidden">{WIDGET.opensTab(about)}</span>
    </a>
  )
}

/** The middle mouse button opens a new tab as well, without a click event. */
const MIDDLE = 1
