import type { ElementOf } from '../schemas/elements/element.ts'
import { OutLink } from './OutLink.tsx'

/** A button that opens another page. */
export function LinkOut({ element }: { element: ElementOf<'link_out'> }) {
  return <OutLink element={element} text={element.text} />
}
