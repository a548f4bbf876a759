import type { ElementOf, LeafElement } from '../schemas/elements/element.ts'
import { leaves } from '../src/flow/elements/elements.ts'
import { useReading, useStep } from './context.ts'

/** A picture with its caption. */
export function Picture({ element }: { element: ElementOf<'picture'> }) {
  const { step } = useStep()
  const { file, alt, caption, width = 'full' } = element
  return (
    <figure className="picture" data-width={width}>
      <Sizes file={file} alt={alt} shown={SHOWN[width]} place={placeOf(element, leaves(step.questions))} />
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

/** Picture of a card. `place` is the number of pictures before it. */
export function CardPicture({ picture: { file, alt = '' }, place }: CardPictureProps) {
  return <Sizes file={file} alt={alt} shown={SHOWN.card} place={place} />
}

interface CardPictureProps {
  picture: NonNullable<ElementOf<'choice'>['picture']>
  place: number
}

/** Number of pictures in a step before this one. */
export function placeOf(element: LeafElement, all: readonly LeafElement[]): number {
  return all.filter((other) => 'file' in other || 'picture' in other).indexOf(element)
}

/** All sizes of a picture, for the browser to choose from. Width and height are known in advance, so nothing moves. */
export function Sizes({ file, alt, shown, place }: SizesProps) {
  const { flow, base } = useReading()
  const made = flow.pictures?.[file]
  if (!made) return null
  const address = (width: number, ending: string) =>
    `${base}/main/flows/pictures/${made.id}-${width}.${ending}`
  const all = (ending: string) => made.widths.map((width) => `${address(width, ending)} ${width}w`).join()
  return (
    <picture>
      <source type="image/avif" srcSet={all('avif')} sizes={shown} />
      <img
        loading={place < SEEN_AT_ONCE ? 'eager' : 'lazy'}
        fetchPriority={shown === SHOWN.full && place === 0 ? 'high' : 'auto'}
        srcSet={all('webp')}
        sizes={shown}
        src={address(made.width, 'webp')}
        alt={alt}
        width={made.width}
        height={made.height}
      />
    </picture>
  )
}

interface SizesProps {
  file: string
  alt: string
  /** Width on the page, for the attribute `sizes`. */
  shown: string
  place: number
}

/** Number of pictures that a phone shows before scrolling. */
const SEEN_AT_ONCE = 4

/** Widths on the page: src/visitor/page/pictures.css. */
export const SHOWN = {
  full: '(min-width:600px) 560px,calc(100vw - 40px)',
  half: '(min-width:600px) 280px,calc(50vw - 20px)',
  card: '(min-width:640px) 178px,calc(50vw - 26px)',
}
