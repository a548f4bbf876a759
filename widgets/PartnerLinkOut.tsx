import type { ElementOf } from '../schemas/elements/element.ts'
import { useSentences } from './context.ts'
import { OutLink } from './OutLink.tsx'

/** A button that opens a partner's campaign. */
export function PartnerLinkOut({ element }: { element: ElementOf<'partner_link_out'> }) {
  const { WIDGET } = useSentences()
  const { text = WIDGET.linkText, size = 'md' } = element
  return <OutLink element={element} text={text} size={size} />
}
