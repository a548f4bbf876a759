import type { Flow } from '../schemas/flow/flow.ts'
import { Faq } from './Faq.tsx'
import type { WithAppParts } from './appParts.ts'
import { Testimonials } from './Testimonials.tsx'

/** Texts around a site's first question: a few words above it, or everything else `below` it. */
export function Landing({
  flow,
  base = '',
  below,
  parts,
}: { flow: Flow; base?: string; below?: true } & WithAppParts) {
  const { StepContext, Sizes, SHOWN } = parts
  const { title, text, picture, testimonials, faq } = flow.ui_config.site.landing ?? {}
  if (!below)
    return (
      <div className="landing">
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
    )
  return (
    <StepContext value={{ flow, base, offer_key: '', fields: {} }}>
      {picture && (
        <figure className="picture landing-picture">
          <Sizes file={picture.file} alt={picture.alt} shown={SHOWN.full} place={Infinity} />
          {picture.caption !== undefined && <figcaption>{picture.caption}</figcaption>}
        </figure>
      )}
      {testimonials && <Testimonials element={testimonials} parts={parts} />}
      {faq && <Faq element={faq} parts={parts} />}
    </StepContext>
  )
}
