import type { ElementOf } from '../schemas/element.ts'
import { SENT } from '../src/flow/outcome.ts'
import { useStep } from './context.ts'
import { Icon } from './Icon.tsx'
import { OutLink } from './OutLink.tsx'

/** A partner's offer, with the button that opens its campaign; nothing where the partner was just sent the visitor's
 *  details. */
export function PartnerCard({ element }: { element: ElementOf<'partner_card'> }) {
  const { icon, title, body, text, buyer = '' } = element
  const fate = useStep().fates.get(buyer)
  if (fate && SENT.has(fate)) return null
  return (
    <article className="partner">
      {icon !== undefined && <Icon name={icon} />}
      <h2>{title}</h2>
      <p>{body}</p>
      <OutLink element={element} text={text} about={title} />
    </article>
  )
}
