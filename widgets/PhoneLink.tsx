import type { ElementOf } from '../schemas/element.ts'
import { fillIn } from '../src/flow/placeholders.ts'
import { useStep } from './context.ts'
import { Icon } from './Icon.tsx'

/** Calls the tracked number. Until it has come, its room is kept. */
export function PhoneLink({ element }: { element: ElementOf<'phone_link'> }) {
  const number = useStep().phone()
  const { retreaverNumber, retreaverNumberFormatted } = number ?? UNKNOWN
  return (
    <a
      className="phone"
      data-waiting={!number || undefined}
      {...(number && { href: `tel:${retreaverNumber}` })}
    >
      <Icon name="phone" />
      <span>{fillIn(element.text, (name) => (name === 'phone' ? retreaverNumberFormatted : ''))}</span>
    </a>
  )
}

/** As long as any other. */
const UNKNOWN = { retreaverNumber: '', retreaverNumberFormatted: '(000) 000-0000' }
