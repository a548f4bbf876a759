import { isA } from '../../flow/elements/kinds.ts'
import { placed, type Path, type ValidParts } from '../kernel/validParts.ts'
import { landingParts } from '../kernel/landingParts.ts'

/** Width of a picture: that of the text, half of it, a card, or beside a name. */
export type PictureUse = 'full' | 'half' | 'card' | 'face'

export interface NamedPicture {
  file: string
  use: PictureUse
  /** Path that names it. */
  at: Path
}

/** Pictures that a flow's questions, steps, and landing section name, each as often as it is named. */
export function picturesOf({
  questions,
  steps,
  site,
}: Pick<ValidParts, 'questions' | 'steps' | 'site'>): NamedPicture[] {
  const ofOptions = [...questions].flatMap(([key, question]) =>
    Object.entries(question?.answers ?? {}).flatMap(([id, { options = [] }]) =>
      placed(options, ['constants_config', 'questions', key, 'answers', id, 'options']).flatMap(
        ({ at, value: { picture } }) => (picture ? [cardOf(picture.file, at)] : []),
      ),
    ),
  )
  const shown = [...steps.flatMap(({ leaves }) => leaves), ...landingParts({ site })].flatMap(
    ({ at, value: element }): NamedPicture[] => {
      if (isA(element, 'picture'))
        return [{ file: element.file, use: element.width ?? 'full', at: [...at, 'file'] }]
      if (isA(element, 'testimonials'))
        return placed(element.entries, [...at, 'entries']).flatMap(({ at, value: { picture } }) =>
          picture ? [{ file: picture.file, use: 'face', at: [...at, 'picture', 'file'] }] : [],
        )
      return isA(element, 'choice') && element.picture ? [cardOf(element.picture.file, at)] : []
    },
  )
  return [...ofOptions, ...shown]
}

function cardOf(file: string, at: Path): NamedPicture {
  return { file, use: 'card', at: [...at, 'picture', 'file'] }
}
