import type { ElementOf } from '../schemas/elements/element.ts'
import { OutLink } from './OutLink.tsx'

/** A prominent link-out that also submits the step: the visitor comes back to the next one. */
export function BoostLinkOut({ element }: { element: ElementOf<'boost_link_out'> }) {
  const { title, body, text } = element
  return (
    <div className="partner boost">
      {title !== undefined && <h2>{title}</h2>}
      {body !== undefined && <p>{body}</p>}
      <OutLink
        element={element}
        text={text}
        about={title}
        onOpen={({ currentTarget }) => {
          const form = currentTarget.closest('form')
          // The browser must open the tab first.
          setTimeout(() => form?.requestSubmit())
        }}
      />
    </div>
  )
}
