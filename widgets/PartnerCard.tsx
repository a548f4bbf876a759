import type { ElementOf } from '../schemas/elements/element.ts'
import { Icon } from './Icon.tsx'
import { OutLink } from './OutLink.tsx'

/** A partner's offer, with the button that opens its campaign. */
export function PartnerCard({ element }: { element: ElementOf<'partner_card'> }) {
  const { icon, title, body, text } = element
  return (
    <article className="partner">
      {icon !== undefined && <Icon name={icon} />}
      <h2>{title}</h2>
      <p>{body}</p>
      <OutLink element={element} text={text} about={title} />
    </article>
  )
}
