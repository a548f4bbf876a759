import { WIDGET } from '../src/texts/visitorPage.ts'
import type { ElementOf } from '../schemas/element.ts'
import { OutLink } from './OutLink.tsx'

/** A button that opens a partner's campaign. */
export function PartnerLinkOut({ element }: { element: ElementOf<'partner_link_out'> }) {
  const { text = WIDGET.linkText, size = 'md' } = element
  return <OutLink element={element} text={text} size={size} />
}
