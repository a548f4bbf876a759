import type { ColorName, Scheme } from '../../../schemas/flow/theme.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { SITE_PROBLEMS } from '../kernel/siteProblems.ts'
import type { ValidParts } from '../kernel/validParts.ts'
import { contrast, legible } from './contrast.ts'
import { SITE } from '../kernel/siteTexts.ts'
import { colorsOf } from './themeCss.ts'

/** Colors of a site that people could not tell apart. Each color is reported once, with its worst background. */
export function checkContrast({ site }: ValidParts): Problem[] {
  const theme = site?.theme
  if (!theme) return []
  return SCHEMES.flatMap((scheme) => {
    const colors = colorsOf(theme, scheme)
    return [...PAIRS].flatMap(([front, grounds]): Problem[] => {
      const faint = grounds
        .map(([back, least]) => ({ back, least, ratio: contrast(colors[front], colors[back]) }))
        .filter(({ ratio, least }) => ratio < least)
      const [worst] = faint.sort((a, b) => a.ratio / a.least - b.ratio / b.least)
      if (!worst) return []
      const { back, ratio, least } = worst
      // Points to the color that the author set: the other may be the product's.
      const written = [front, back].find((name) => theme[scheme]?.[name] !== undefined) ?? front
      return [
        {
          code: 'low_contrast',
          at: [...SITE, 'theme', scheme, written],
          ...SITE_PROBLEMS.lowContrast({
            scheme,
            front: `${front} ${colors[front]}`,
            back: `${back} ${colors[back]}`,
            ratio,
            least,
            name: front,
            right: legible(
              colors[front],
              grounds.map(([name, least]) => [colors[name], least]),
            ),
          }),
        },
      ]
    })
  })
}

const SCHEMES: readonly Scheme[] = ['light', 'dark']

/** Minimum contrast of text, and of a control or its focus ring with its surroundings. Source: WCAG 2.2, 1.4.3 and 1.4.11. */
const [TEXT, CONTROL] = [4.5, 3]

const GROUNDS: readonly ColorName[] = ['page', 'surface', 'accent_soft']

/** Background colors of each color: src/visitor/page/visitor.css. */
const PAIRS: ReadonlyMap<ColorName, (readonly [back: ColorName, least: number])[]> = new Map([
  ['ink', GROUNDS.map((back) => [back, TEXT])],
  ['muted', GROUNDS.map((back) => [back, TEXT])],
  ['accent', GROUNDS.map((back) => [back, TEXT])],
  ['focus', GROUNDS.map((back) => [back, CONTROL])],
  ['error', GROUNDS.slice(0, 2).map((back) => [back, TEXT])],
  ['line', GROUNDS.slice(0, 2).map((back) => [back, CONTROL])],
  [
    'accent_ink',
    [
      ['accent', TEXT],
      ['accent_strong', TEXT],
    ],
  ],
  ['masthead_ink', [['masthead', TEXT]]],
])
