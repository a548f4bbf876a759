import type { ElementOf } from '../schemas/element.ts'

/** A block of text. Its markup was checked at publish: nothing in it runs or loads. */
export function Html({ element }: { element: ElementOf<'html'> }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: element.html }} />
}
