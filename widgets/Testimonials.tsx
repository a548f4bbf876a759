import type { ElementOf } from '../schemas/elements/element.ts'
import { RATED } from '../src/texts/languages/ratings.ts'
import type { WithAppParts } from './appParts.ts'

/** Quotes of customers. The browser sets the quotation marks of the page's language. */
export function Testimonials({ element: { title, entries }, parts }: Props) {
  const { Sizes, languageOf, useReading } = parts
  const rated = RATED[languageOf(useReading().flow)]
  return (
    <div className="testimonials">
      {title !== undefined && <h2>{title}</h2>}
      {entries.map(({ quote, name, place, rating, source, picture }, index) => (
        <figure key={index}>
          {rating !== undefined && (
            <span className="rating" role="img" aria-label={rated(rating)}>
              {'★'.repeat(rating) + '☆'.repeat(5 - rating)}
            </span>
          )}
          <blockquote>{quote}</blockquote>
          <figcaption>
            {picture && <Sizes file={picture.file} alt={picture.alt ?? ''} shown="56px" place={Infinity} />}
            <span>
              <b>{name}</b>
              {place !== undefined && <span>{place}</span>}
              {source !== undefined && <small>{source}</small>}
            </span>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

type Props = { element: Pick<ElementOf<'testimonials'>, 'title' | 'entries'> } & WithAppParts
