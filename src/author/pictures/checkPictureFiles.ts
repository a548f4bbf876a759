import { extname } from 'node:path'
import type { Problem } from '../../../schemas/author/problem.ts'
import { DOCUMENT_PROBLEMS } from '../kernel/documentProblems.ts'
import { PICTURE_PROBLEMS } from './pictureProblems.ts'
import { SITE_PROBLEMS } from '../kernel/siteProblems.ts'
import type { ValidParts } from '../kernel/validParts.ts'
import { IS_KIND } from '../kernel/fileKinds.ts'
import { pictureHeader } from './pictureHeader.ts'
import { picturesOf, type NamedPicture, type PictureUse } from './picturesOf.ts'

/** Size limit; a phone’s photos have 2 to 6 MiB. */
const MOST_BYTES = 8 * 1024 * 1024

/** Limit of a decoded picture; photos from phones have 12 to 24 million pixels. */
export const MOST_PIXELS = 24_000_000

/** Number of pictures; each takes a second or two at publish. */
const MOST_PICTURES = 40

/** Longer pictures leave no room for the question. */
const LONGEST = 4

/** Maximum width of a picture by use, in CSS pixels: src/visitor/page/pictures.css and testimonials.css. */
const SHOWN_PX: Record<PictureUse, number> = { full: 560, half: 280, card: 160, face: 56 }

/** Checks the picture files that a flow's questions and steps name, each at the first place that does. Only reads the header; files that
 *  fail to decode are refused at publish. */
export function checkPictureFiles(flow: ValidParts, beside: (name: string) => Buffer | null): Problem[] {
  const first = [...Map.groupBy(picturesOf(flow), ({ file }) => file).values()].map(([named]) => named!)
  const [excess] = first.slice(MOST_PICTURES)
  if (excess)
    return [
      { code: 'pictures_many', at: excess.at, ...PICTURE_PROBLEMS.tooMany(first.length, MOST_PICTURES) },
    ]
  return first.flatMap((named) => {
    const fault = faultOf(named, beside(named.file))
    return fault ? [{ ...fault, at: named.at }] : []
  })
}

function faultOf({ file, use }: NamedPicture, bytes: Buffer | null): Omit<Problem, 'at'> | null {
  if (bytes === null) return { code: 'file_missing', ...SITE_PROBLEMS.fileMissing(file) }
  if (bytes.length > MOST_BYTES)
    return { code: 'file_too_large', ...DOCUMENT_PROBLEMS.tooLarge(file, MOST_BYTES / 1024) }
  const kind = extname(file).slice(1) as 'png' | 'jpg' | 'webp'
  const header = IS_KIND[kind](bytes) ? pictureHeader(bytes) : null
  if (!header) return { code: 'file_broken', ...SITE_PROBLEMS.fileBroken(file, kind) }
  const { width, height } = header
  if (width * height > MOST_PIXELS)
    return { code: 'picture_pixels', ...PICTURE_PROBLEMS.tooManyPixels(file, width, height, MOST_PIXELS) }
  if (!header.isWhole) return { code: 'picture_cut', ...PICTURE_PROBLEMS.cut(file) }
  if (header.isAnimated) return { code: 'picture_animated', ...PICTURE_PROBLEMS.animated(file) }
  if (Math.max(width, height) > LONGEST * Math.min(width, height))
    return { code: 'picture_shape', ...PICTURE_PROBLEMS.shape(file, width, height, LONGEST) }
  return width < SHOWN_PX[use]
    ? { code: 'picture_blurred', ...PICTURE_PROBLEMS.blurred(file, width, SHOWN_PX[use]) }
    : null
}
