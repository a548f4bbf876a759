import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/** Texts that people read, kept to American English and to the words that mature products use. */

/** British spellings, as parts of words. */
const BRITISH =
  /\b(behaviour|cancell(ed|ing)|catalogue|centre|colour|favour|grey|honour|judgement|labell|learnt|licence|modell|neighbour|programme\b|travell|whilst|(organ|recogn|author|custom|summar|normal|initial|optim|minim|maxim)is(e|ing|ation)|analys(e|ing)\b)/i

/** Phrases that read as translated, each with what to write. */
const TRANSLATED: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bstands?\b(?! for\b)/, '"is", or "appears here"'],
  [/\b(is|are) none\b/, '"isn’t one"'],
  [/(?<![Tt]here )\bis no (?!longer\b)/, '"isn’t a …"'],
  [/\bsays? no\b/, 'what failed'],
  [/\b(could|can) ?not be (loaded|made|opened|saved|reached)\b/, '"Couldn’t load …"'],
  [/\bleads? nowhere\b/, '"doesn’t work"'],
  [/^(Say|Give (your|one|an?)) /, '"Enter" or "Choose"'],
  [/\b(by|of|to|from|for|with) (which|whom)\b/, 'a shorter sentence'],
  [/\bsomebody\b/i, '"someone"'],
  [/\bwhoever\b/i, '"the person who"'],
  [/\b(goes|go|went) by (it|the|its)\b/, '"uses"'],
  [/\bbrought? up to date\b|\bbring .* up to date\b/i, '"refresh"'],
  [
    /\b(fell|fallen) due\b|\bby why\b|\bstays so\b|\ball the same\b|\bbeside\b/,
    '"was due", "by reason", "next to"',
  ],
  [/\btill\b|\bin case that\b|\bnot any ?more\b/, '"until", "if", "no longer"'],
  [
    /[a-z’)]: (it|they|then|leave|give|say|write|choose|take|try|remove|split|use|add|check|correct|that|this|nothing) /,
    'two sentences',
  ],
]

/** Phrases that descriptions of schemas had before they were rewritten, each with what to write. */
const CLIPPED: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(for|of|by|to) who\b|\bwho (asks|may see)\b(?!,)/, '"without access to personal data", "you"'],
  [/^Of (a|an|one|the|these|which) /, 'the noun: "The version of …", "Only this site."'],
  [/; (null|0|empty)\b/, 'a sentence: "Null if there’s none."'],
  [/\b(null|empty|left out|refused) where\b/i, '"if"'],
  [/\bwhoever\b|\bsomebody\b|\banybody\b|\bwas told\b(?! that)/i, '"someone", "sent"'],
  [/\bThe (newest|oldest|most|nearest|longest) first\b/, '"Newest first."'],
]

/** Phrases that titles of tests had before they were rewritten. */
const TRANSLATED_TITLE =
  /\b(nobody|somebody|everybody|whoever|beside|misspelt|for ever|is let|is told|are told|under way)\b|\b(fell|falls|fallen) due\b|\bstands?\b(?! (for|out)\b)|^who (is|has)\b/

/** A title of a test, or of what a table of tests shares. */
const TITLE = /(?:\b(?:test|it|describe)(?:\.[^\n]*)?|^\s*\]?\))\(\s*(['"`])(.+?)\1,/gm

/** A list of three or more single words without a comma before its last "and" or "or". */
const NO_SERIAL_COMMA = /[\w’'-]+, (?!(?:fully|matching|shown|with) )[\w’'-]+ (?:and|or) (?!not\b)[\w’'-]+/g

/** First words of no button. */
const NOT_A_VERB = /^(Go on|Do it|Give|Say|Write on|Take back|Let it be|Make it|End it|Hold)\b/

/** Beginnings of doc comments that leave the reader waiting for what they are about. */
const HEADLESS =
  /^\s*\/\*\* (?:What|Whose|Those|Whether|Who|Where|Why|How|Which|Whom|When|Of|As|By|For|In|To|On|With|Without|From|At|One that|That) .*/gm

/** A text of a file, with `{}` for what is filled in. */
interface Text {
  file: string
  words: string
}

const TEXTS = textsIn(
  'src/texts/**/*.ts',
  'src/{author,preview,server}/**/*{Words,Notes,Notices,Sentences,Refusals,Problems,Faults}.ts',
  'src/{desk,operator,stats,studio}/**/*.ts',
  'src/cli/**/*.ts',
).filter(({ file }) => !file.includes('/spanish/'))

const DESCRIPTIONS = textsIn('schemas/**/*.ts')

test('is spelled as Americans spell', () => {
  expect(TEXTS.length).toBeGreaterThan(1_500)
  expect(TEXTS.filter(({ words }) => BRITISH.test(words))).toEqual([])
})

test.each(['README.md', 'SECURITY.md', 'CHANGELOG.md', 'src/server/OPERATING.md', 'deploy/README.md'])(
  '%s is spelled as Americans spell',
  (page) => {
    const lines = readFileSync(page, 'utf8').split('\n')
    expect(lines.filter((line) => BRITISH.test(line))).toEqual([])
  },
)

test.each(TRANSLATED)('no text says %s: write %s', (phrase) => {
  expect(TEXTS.filter(({ words }) => phrase.test(words))).toEqual([])
})

test('a list of three has a comma before its last item', () => {
  const texts = [...TEXTS, ...DESCRIPTIONS]
  const found = texts.flatMap(({ file, words }) =>
    Array.from(words.matchAll(NO_SERIAL_COMMA), ([list]) => `${file}: ${list}`),
  )
  expect(found).toEqual([])
})

test.each(CLIPPED)('no description of a schema says %s: write %s', (phrase) => {
  expect(DESCRIPTIONS.length).toBeGreaterThan(1_500)
  expect(DESCRIPTIONS.filter(({ words }) => phrase.test(words))).toEqual([])
})

test('a title of a test reads as plain English', () => {
  const titles = globSync('tests/**/*.ts').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(TITLE), ([, , title]) => ({ file, title: title! })),
  )
  expect(titles.length).toBeGreaterThan(3_000)
  expect(titles.filter(({ title }) => TRANSLATED_TITLE.test(title))).toEqual([])
})

test('a button begins with a verb that people know', () => {
  const short = TEXTS.filter(({ words }) => words.split(' ').length <= 4 && !/[.:?!]$/.test(words))
  expect(short.filter(({ words }) => NOT_A_VERB.test(words))).toEqual([])
})

test('a doc comment begins with a noun or a verb', () => {
  const files = globSync('{src,schemas,widgets,tests}/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(1_500)
  const headless = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(HEADLESS), ([start]) => `${file}: ${start.trim()}`),
  )
  expect(headless).toEqual([])
})

function textsIn(...patterns: string[]): Text[] {
  return globSync(patterns).flatMap((file) =>
    literalsOf(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }).body).map((words) => ({ file, words })),
  )
}

/** Every text below a node, without keys, imported files and types. */
function literalsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literalsOf)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, quasis, expressions } = node as Record<string, unknown>
  if (
    type === 'ImportDeclaration' ||
    (typeof type === 'string' && type.startsWith('TS') && !('expression' in node))
  )
    return []
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'TemplateLiteral')
    return [
      (quasis as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked).join('{}'),
      ...literalsOf(expressions),
    ]
  return Object.entries(node).flatMap(([key, below]) => (key === 'key' ? [] : literalsOf(below)))
}
