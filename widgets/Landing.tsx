import type { Flow } from '../schemas/flow/flow.ts'
import { Faq } from './Faq.tsx'
import type { Given } from './given.ts'
import { Testimonials } from './Testimonials.tsx'

/** Texts around a site's first question: a few words above it, or everything else `below` it. */
export function Landing({ flow, below, given }: { flow: Flow; below?: true } & Given) {
  const { StepContext, Sizes, SHOWN } = given
  const { title, text, picture, testimonials, faq } = flow.ui_config.site.landing ?? {}
  if (!below)
    return (
      <div className="landing">
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
    )
  return (
    <StepContext value={{ flow, offer_key: '', fields: {} }}>
      {picture && (
        <figure className="picture landing-picture">
          <Sizes file={picture.file} alt={picture.alt} shown={SHOWN.full} place={Infinity} />
          {picture.caption !== undefined && <figcaption>{picture.caption}</figcaption>}
        </figure>
      )}
      {testimonials && <Testimonials element={testimonials} given={given} />}
      {faq && <Faq element={faq} given={given} />}
    </StepContext>
  )
}
