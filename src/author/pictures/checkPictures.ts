import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { PICTURE_PROBLEMS } from './pictureProblems.ts'
import { placed, type Path, type Placed, type ValidParts } from '../kernel/validParts.ts'
import { landingParts } from '../kernel/landingParts.ts'

/** Checks the alternative texts of pictures, and that either all cards of a row have one or none. */
export function checkPictures({ questions, steps, site }: ValidParts): Problem[] {
  const dropdowns = new Set(
    steps.flatMap(({ leaves }) =>
      leaves.flatMap(({ value }) =>
        isA(value, 'dropdown') ? `${value.question_key} ${value.answer_id}` : [],
      ),
    ),
  )
  const ofOptions = [...questions].flatMap(([key, question]) =>
    Object.entries(question?.answers ?? {}).flatMap(([id, { options = [] }]) => {
      const cards = placed(options, ['constants_config', 'questions', key, 'answers', id, 'options'])
      return dropdowns.has(`${key} ${id}`) ? notShown(cards) : checkCards(cards)
    }),
  )
  const ofSteps = steps.flatMap(({ leaves, value: step }) => {
    const choices = leaves.flatMap(({ at, value }) => (isA(value, 'choice') ? [{ at, value }] : []))
    const byQuestion = Map.groupBy(choices, ({ value }) => value.question_key)
    return [
      ...[...byQuestion.values()].flatMap(checkCards),
      ...choices.flatMap(({ at, value: { icon, picture } }) =>
        icon !== undefined && picture
          ? [{ code: 'picture_and_icon', at: [...at, 'icon'], ...PICTURE_PROBLEMS.andIcon }]
          : [],
      ),
      ...leaves.flatMap((leaf) => checkAlt(leaf, step?.title)),
    ]
  })
  const ofLanding = landingParts({ site }).flatMap((part) => checkAlt(part, site?.landing?.title))
  return [...ofOptions, ...ofSteps, ...ofLanding]
}

interface Card {
  text: string
  picture?: { file: string; alt?: string }
}

function checkCards(cards: readonly Placed<Card>[]): Problem[] {
  const without = cards.find(({ value }) => !value.picture)
  const uneven = without && cards.some(({ value }) => value.picture)
  const repeating = cards.filter(({ value: { text, picture } }) => isSame(picture?.alt, text))
  return [
    ...(uneven
      ? [{ code: 'pictures_uneven', at: without.at, ...PICTURE_PROBLEMS.uneven(without.value.text) }]
      : []),
    ...repeating.map(({ at }) => repeated([...at, 'picture', 'alt'])),
  ]
}

function notShown(options: readonly Placed<Card>[]): Problem[] {
  const shown = options.find(({ value }) => value.picture)
  return shown
    ? [{ code: 'picture_not_shown', at: [...shown.at, 'picture'], ...PICTURE_PROBLEMS.notShown }]
    : []
}

function checkAlt({ at, value: element }: Placed<LeafElement | null>, title: string | undefined): Problem[] {
  if (!isA(element, 'picture')) return []
  const { alt, caption, decoration = false } = element
  const isEmpty = alt.trim() === ''
  if (isEmpty && !decoration)
    return [{ code: 'alt_missing', at: [...at, 'alt'], ...PICTURE_PROBLEMS.altMissing }]
  if (!isEmpty && decoration)
    return [{ code: 'alt_not_read', at: [...at, 'alt'], ...PICTURE_PROBLEMS.altNotRead }]
  return isSame(alt, caption) || isSame(alt, title) ? [repeated([...at, 'alt'])] : []
}

function repeated(at: Path): Problem {
  return { code: 'alt_repeats', at, ...PICTURE_PROBLEMS.altRepeats }
}

/** True if both read the same, ignoring case and punctuation. */
function isSame(alt: string | undefined, other: string | undefined): boolean {
  const plain = (text = '') =>
    text
      .toLowerCase()
      .replace(/[\s\p{P}]+/gu, ' ')
      .trim()
  return plain(alt) !== '' && plain(alt) === plain(other)
}
