import type { Path, ValidParts } from './validParts.ts'

/** Texts of a site that visitors read, each with its path and the placeholders that it may contain. */
export function siteTexts({
  site,
}: Pick<ValidParts, 'site'>): { at: Path; words: string; known: string[] }[] {
  if (!site) return []
  const { name, masthead, promise, landing, trust = [], banner, footer, disclaimer, company } = site
  const asWritten: [Path, string | undefined][] = [
    ...Object.entries({ masthead, promise, banner, disclaimer }).map(
      ([key, text]): [Path, string | undefined] => [[key], text],
    ),
    [['landing', 'title'], landing?.title],
    [['landing', 'text'], landing?.text],
    [['company', 'hours'], company?.hours],
    [['company', 'mark', 'alt'], company?.mark?.alt],
    ...(company?.licenses ?? []).map((text, index): [Path, string] => [['company', 'licenses', index], text]),
    ...trust.map((text, index): [Path, string] => [['trust', index], text]),
    ...footer.map(({ text }, index): [Path, string] => [['footer', index, 'text'], text]),
  ]
  return [
    { at: [...SITE, 'name'], words: name, known: ['product'] },
    ...asWritten.map(([at, words = '']) => ({ at: [...SITE, ...at], words, known: [] })),
  ]
}

export const SITE: Path = ['ui_config', 'site']
