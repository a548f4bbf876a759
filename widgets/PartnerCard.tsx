import type { ElementOf } from '../schemas/element.ts'
import { useStep } from './context.ts'
import { Icon } from './Icon.tsx'

/** A partner's offer: opens in a new tab and is tracked as a link-out. */
export function PartnerCard({ element }: { element: ElementOf<'partner_card'> }) {
  const { partnerLink, onLinkOut } = useStep()
  return (
    <article className="partner">
      {element.icon !== undefined && <Icon name={element.icon} />}
      <h2>{element.title}</h2>
      <p>{element.body}</p>
      <a
        className="button"
        href={partnerLink(element)}
        target="_blank"
        rel="noopener"
        aria-label={`${element.text}: ${element.title} (opens in a new tab)`}
        onClick={() => onLinkOut(element)}
      >
        {element.text}
      </a>
    </article>
  )
}
