import { hash } from 'node:crypto'
import type { Flow } from '../../../../schemas/flow/flow.ts'
import type { Problem } from '../../../../schemas/author/problem.ts'
import { validParts } from '../../../author/kernel/validParts.ts'
import { MOST_PIXELS } from '../../../author/pictures/checkPictureFiles.ts'
import { picturesOf, type PictureUse } from '../../../author/pictures/picturesOf.ts'
import type { Store } from '../../../store/store.ts'
import { PICTURE_PROBLEMS } from '../../../author/pictures/pictureProblems.ts'
import { MOST_SECONDS, pictureMaker, type PictureMaker } from './makePictures.ts'
import { pictureKey } from './pictureKey.ts'

type MadePictures = NonNullable<Flow['pictures']>

/** Makes and saves the sizes of a flow's pictures, except those that already exist. `read` gives the bytes of a file beside the flow
 *  file; `maker` is a running one to use. Resolves to the pictures, undefined if the flow has none, or to the problems of those that
 *  can't be made; then nothing may be published. */
export async function keepPictures(
  store: Pick<Store, 'importedFile' | 'keepImportedFile'>,
  flow: Flow,
  { read, maker: running }: { read: (file: string) => Promise<Buffer>; maker?: PictureMaker | undefined },
): Promise<{ pictures?: MadePictures; problems: Problem[] }> {
  const parts = validParts(flow, [])
  const byFile = Map.groupBy(parts ? picturesOf(parts) : [], ({ file }) => file)
  if (byFile.size === 0) return { problems: [] }
  const maker = running ?? pictureMaker()
  const pictures: MadePictures = {}
  const problems: Problem[] = []
  try {
    for (const [file, named] of byFile) {
      const widths = [...new Set(named.flatMap(({ use }) => WIDTHS[use]))].sort((a, b) => a - b)
      const kept = await keepPicture({ store, maker, bytes: await read(file), widths })
      if ('failure' in kept) problems.push({ ...faultOf(kept.failure, file), at: named[0]!.at })
      else pictures[file] = kept
    }
  } finally {
    if (!running) maker.end()
  }
  return { pictures, problems }
}

/** Widths in pixels by how wide each is shown on a phone and a desktop, on screens with a pixel ratio of one to three. */
const WIDTHS: Record<PictureUse, number[]> = {
  full: [320, 640, 960, 1280],
  half: [320, 640],
  card: [160, 320, 640],
  face: [56, 112, 168],
}

/** Must change whenever the worker's output does, so that the same picture gets new addresses. */
const RECIPE = 1

async function keepPicture({
  store,
  maker,
  bytes,
  widths,
}: {
  store: Pick<Store, 'importedFile' | 'keepImportedFile'>
  maker: PictureMaker
  bytes: Buffer
  widths: number[]
}): Promise<MadePictures[string] | { failure: 'undecoded' | 'slow' }> {
  const source = hash('sha256', bytes)
  const id = hash('sha256', JSON.stringify([RECIPE, widths, source])).slice(0, 32)
  const record = pictureKey(`${id}.json`)
  const known = await store.importedFile(record)
  if (known !== null) return JSON.parse(known) as MadePictures[string]
  const made = await maker.make({ bytes, widths, mostPixels: MOST_PIXELS })
  if (made === null) return { failure: 'slow' }
  if ('failure' in made) return { failure: 'undecoded' }
  const { files, ...sizes } = made
  for (const { width, ending, content } of files)
    await store.keepImportedFile(pictureKey(`${id}-${width}.${ending}`), content)
  const picture = { id, ...sizes }
  // Last, so that its presence means all of them are there.
  await store.keepImportedFile(record, JSON.stringify(picture))
  return picture
}

function faultOf(failure: 'undecoded' | 'slow', file: string): Omit<Problem, 'at'> {
  return failure === 'slow'
    ? { code: 'picture_slow', ...PICTURE_PROBLEMS.slow(file, MOST_SECONDS) }
    : { code: 'picture_undecoded', ...PICTURE_PROBLEMS.undecoded(file) }
}
