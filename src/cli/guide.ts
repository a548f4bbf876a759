import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  EXTERNAL_MEANINGS,
  LOCAL_MEANINGS,
  RESULT_MEANINGS,
  WIDGET_MEANINGS,
} from '../../schemas/elements/element.ts'
import { DOCUMENTS } from '../../schemas/flow/site.ts'
import { COLOR_MEANINGS, COLORS, type ColorName } from '../../schemas/flow/theme.ts'
import { COMPUTATION_MEANINGS } from '../../schemas/flow/flow.ts'
import { COMPARISONS } from '../../schemas/kernel/rule.ts'
import { NAMED_FIELDS, TAKES } from '../flow/answers/computedFields.ts'
import { ENGLISH } from '../texts/languages/sentences.ts'
import { LOCAL, localError } from '../flow/elements/localChecks.ts'
import { besides, type Beside } from '../author/document/checkFiles.ts'
import { problemsOf } from '../author/problemsOf.ts'
import { VALIDATION_AUTHORING } from '../author/elements/validationAuthoring.ts'
import { allCommands } from './run.ts'

const ALL_COMMANDS = await allCommands()

/** The author's guide with its tables generated from the code. Each is between `<!-- NAME -->` and `<!-- end -->`. */
export function withTables(guide: string): string {
  return guide.replace(/(<!-- (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin: string, name: string, end) => {
    const rows = TABLES[name]
    if (!rows) throw new Error(`The guide contains an unknown table "${name}".`)
    return `${begin}\n${table(rows())}\n\n${end}`
  })
}

type Row = readonly string[]

/** The first row is the heading. */
const TABLES: Record<string, () => Row[]> = {
  comparisons: () => [['condition', 'true when'], ...meanings(COMPARISONS)],
  widgets: () => [['widget', 'what it is'], ...meanings(WIDGET_MEANINGS)],
  validations: () => [
    ['name', 'requires', 'error the visitor sees'],
    ...(Object.keys(LOCAL) as (keyof typeof LOCAL)[]).map((name) => [
      code(name),
      LOCAL_MEANINGS[name],
      localError(ENGLISH, name, 'Label', {
        to: VALIDATION_AUTHORING[name].takes?.example,
        ages: { min: 18, max: 64, today: '' },
      }),
    ]),
  ],
  external: () => [['name', 'what the server checks'], ...meanings(EXTERNAL_MEANINGS)],
  computations: () => [
    ['compute', 'from', 'value'],
    ...Object.entries(TAKES).map(([name, takes]) => [
      code(name),
      takes.join(', '),
      COMPUTATION_MEANINGS[name as keyof typeof TAKES],
    ]),
  ],
  fields: () => [
    ['field', 'comes from'],
    ...Object.entries(NAMED_FIELDS).map(([name, by]) => [
      code(name),
      'consent' in by
        ? `consent of the offer on ${by.consent}`
        : [by.compute, ...by.from].map(code).join(by.from.length > 0 ? ' ' : ''),
    ]),
  ],
  results: () => [['outcome', 'what happened to the lead'], ...meanings(RESULT_MEANINGS)],
  documents: () => [['document', 'what it is'], ...meanings(DOCUMENTS)],
  colors: () => [
    ['color', 'used for', 'light', 'dark'],
    ...Object.entries(COLOR_MEANINGS).map(([name, meaning]) => [
      code(name),
      meaning,
      ...(['light', 'dark'] as const).map((scheme) => code(COLORS[scheme][name as ColorName])),
    ]),
  ],
  theme: () => themePictures(),
  commands: () => [
    ['command', 'what it does'],
    ...Object.entries(ALL_COMMANDS).map(([name, { usage, summary }]) => [
      code(`leadloom ${name} ${usage}`.trim()),
      summary,
    ]),
  ],
  problems: () => [['code', 'weight', 'example', 'fix'], ...problems()],
}

/** All settings of a theme, with a picture of each: a row of names above a row of pictures. */
export const THEME_NAMES = [...Object.keys(COLOR_MEANINGS), 'shadow', 'radius', 'headline', 'body']
const PICTURES_A_ROW = 4

function themePictures(): Row[] {
  const rows = Math.ceil(THEME_NAMES.length / PICTURES_A_ROW)
  return Array.from({ length: rows }, (_, row) => {
    const names = Array.from(
      { length: PICTURES_A_ROW },
      (_, column) => THEME_NAMES[row * PICTURES_A_ROW + column],
    )
    return [
      names.map((name) => (name === undefined ? '' : code(name))),
      names.map((name) =>
        name === undefined
          ? ''
          : `![A page that highlights ${name}](../fixtures/pictures/theme/${name}.webp)`,
      ),
    ]
  }).flat()
}

/** One flaw of each kind that a stylesheet can have. */
const STYLES = [
  'main { color: #222',
  'main { colr: #222 }',
  'main { sparkle: 1 }',
  'main { color: reddish }',
  'main { background: url(https://pictures.example/sky.jpg) }',
  'main { background: url(sky.jpg) }',
  '.consent { font-size: 4px }',
  ':root { --accent: #1d4d39 }',
]

const BROKEN = new URL('../../fixtures/broken/', import.meta.url)

/** All kinds of problems. Each of the broken flows has one flaw and is named after it. */
function problems(): Row[] {
  const rows = new Map<string, Row>()
  const tell = (text: string, beside: Beside, scriptHosts: readonly string[] | null = null) => {
    const problems = problemsOf(text, beside, undefined, undefined, scriptHosts)
    for (const { code: kind, weight, message, hint } of problems)
      if (!rows.has(kind)) rows.set(kind, [code(kind), weight, message, hint])
  }
  const names = readdirSync(BROKEN).filter((name) => name.endsWith('.json'))
  for (const file of names.sort().map((name) => new URL(name, BROKEN)))
    tell(readFileSync(file, 'utf8'), besides(fileURLToPath(file)))
  // Where a flow goes live, the list of script hosts is known.
  const tracked = new URL('script_host_unchecked.json', BROKEN)
  tell(readFileSync(tracked, 'utf8'), besides(fileURLToPath(tracked)), [])
  // The broken flows share a folder, so a file beside one is beside all of them.
  const flow = readFileSync(new URL('style_missing.json', BROKEN), 'utf8')
  tell(flow, (name) => (name.endsWith('.css') ? Buffer.of(0xff) : null))
  tell(flow, () => Buffer.alloc(0))
  for (const css of STYLES) tell(flow, (name) => (name.endsWith('.css') ? Buffer.from(css) : null))
  tell(flow, () => Buffer.alloc(2 ** 20))
  tell(readFileSync(new URL('file_missing.json', BROKEN), 'utf8'), () => Buffer.alloc(2 ** 20))
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function meanings(words: Record<string, string>): Row[] {
  return Object.entries(words).map(([word, meaning]) => [code(word), meaning])
}

function code(text: string): string {
  return `\`${text}\``
}

/** Formats a table like the formatter, with columns as wide as their widest cell. */
function table([head = [], ...rows]: Row[]): string {
  const cells = [head, ...rows].map((row) => row.map(escaped))
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: Row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [first = [], ...others] = cells
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replace(/(?<!`)<(?=[a-z/])/g, '&lt;')
}
