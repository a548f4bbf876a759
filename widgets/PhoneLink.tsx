import type { PhoneNumber } from '../schemas/visitor/page.ts'
import type { ElementOf } from '../schemas/elements/element.ts'
import { fillIn } from '../src/flow/placeholders.ts'
import { useLiveData } from './context.ts'
import { Icon } from './Icon.tsx'

/** Calls the tracked number. */
export function PhoneLink({ element }: { element: ElementOf<'phone_link'> }) {
  return <PhoneLine text={element.text} number={useLiveData().phone()} />
}

/** A line that calls `number`, which `{{phone}}` in its text refers to. Its space is reserved until the number has loaded. `lead` has
 *  words before it that a page may hide. */
export function PhoneLine({
  lead,
  text,
  number,
}: {
  lead?: string
  text: string
  number: PhoneNumber | null
}) {
  const { retreaverNumber, retreaverNumberFormatted } = number ?? UNKNOWN
  // Never wraps.
  const shown = retreaverNumberFormatted.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011')
  return (
    <a
      className="phone"
      data-waiting={!number || undefined}
      {...(number && { href: `tel:${retreaverNumber}` })}
    >
      <Icon name="phone" />
      <span>
        {lead !== undefined && <span className="phone-lead">{lead}</span>}
        {fillIn(text, (name) => (name === 'phone' ? shown : ''))}
      </span>
    </a>
  )
}

/** Placeholder of usual length. */
const UNKNOWN = { retreaverNumber: '', retreaverNumberFormatted: '(000) 000-0000' }
