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
import { REGIME_MEANINGS, STATE_OF } from '../../schemas/flow/regimes.ts'
import { COMPARISONS } from '../../schemas/kernel/rule.ts'
import { NAMED_FIELDS, TAKES } from '../flow/answers/computedFields.ts'
import { ENGLISH } from '../texts/languages/sentences.ts'
import { LOCAL, localError } from '../flow/elements/localChecks.ts'
import { besides, type Beside } from '../author/document/checkFiles.ts'
import { LAW_RULES } from '../author/law/lawRules.ts'
import { problemsOf, type Decisions } from '../author/problemsOf.ts'
import { VALIDATION_AUTHORING } from '../author/elements/validationAuthoring.ts'
import { allCommands } from '../cli/run.ts'
import { widgetParts, schemaParts } from './schemaTables.ts'
import { BuyersFile } from '../../schemas/buyer/buyer.ts'
import { FlowDocument } from '../../schemas/flow/flow.ts'
import { block, code, table, type Row } from './markdownTable.ts'

const ALL_COMMANDS = await allCommands()

/** A page of the documentation with what the code says written into it: each part is between `<!-- NAME -->` and `<!-- end -->`. */
export function withTables(page: string): string {
  return page.replace(/(<!-- (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin: string, name: string, end) => {
    const write = PARTS[name] ?? (TABLES[name] && (() => table(TABLES[name]!())))
    if (!write) throw new Error(`The documentation names an unknown table "${name}".`)
    return `${begin}\n${write()}\n\n${end}`
  })
}

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
  regimes: () => [
    ['regime', 'rules about', 'applies to'],
    ...Object.entries(REGIME_MEANINGS).map(([name, meaning]) => [
      code(name),
      meaning,
      STATE_OF[name as keyof typeof REGIME_MEANINGS] ?? 'all visitors',
    ]),
  ],
  laws: () => [
    ['rule', 'since', 'what it requires', 'source', 'seen'],
    ...LAW_RULES.map(({ id, from, text, source, confidence }) => [code(id), from, text, source, confidence]),
  ],
  theme: () => themePictures(),
  commands: () => [
    ['command', 'what it does'],
    ...Object.entries(ALL_COMMANDS).map(([name, { summary }]) => [
      `[\`leadloom ${name}\`](../reference/commands.md#leadloom-${name})`,
      summary,
    ]),
  ],
}

/** Parts that are more than a table. */
const PARTS: Record<string, () => string> = {
  problems: () => {
    const found = problems()
    return [
      found.map(([name]) => `[\`${name}\`](#${name})`).join(' · '),
      ...found.map(([name, weight, message, hint]) =>
        [
          `## ${code(name)}`,
          `**${weight === 'error' ? 'Error' : 'Warning'}.** For example: ${block(message)}`,
          `What to do: ${block(hint)}`,
        ].join('\n\n'),
      ),
    ].join('\n\n')
  },
  commandPages: () =>
    Object.entries(ALL_COMMANDS)
      .map(([name, { usage, summary, about, examples, options }]) => {
        const known = Object.entries(options as Record<string, { value?: string; about: string }>)
        return [
          `## leadloom ${name}`,
          `${block(summary)}.`,
          `\`\`\`sh\nleadloom ${`${name} ${usage}`.trim()}\n\`\`\``,
          ...(!about ? [] : [about.split('\n').map(block).join('\n\n')]),
          ...(known.length === 0
            ? []
            : [
                table([
                  ['option', 'meaning'],
                  ...known.map(([option, { value, about }]) => [
                    code(`--${option}${value === undefined ? '' : ` ${value}`}`),
                    about,
                  ]),
                ]),
              ]),
          `\`\`\`sh\n${examples.join('\n')}\n\`\`\``,
        ].join('\n\n')
      })
      .join('\n\n'),
  flowSchema: () => schemaParts(FlowDocument, 'flow.json'),
  buyersSchema: () => schemaParts(BuyersFile, 'buyers.json'),
  widgetSchemas: () => widgetParts(FlowDocument, WIDGET_MEANINGS),
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
          : `![A page that highlights ${name}](../../fixtures/pictures/theme/${name}.webp)`,
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

/** Day on which a rule of a regime is about to apply. */
const DAY = '2026-12-01'

/** All kinds of problems. Each of the broken flows has one flaw and is named after it. */
function problems(): [code: string, weight: string, message: string, hint: string][] {
  const rows = new Map<string, [string, string, string, string]>()
  const tell = (text: string, beside: Beside, decisions: Decisions | null = null) => {
    const problems = problemsOf(text, beside, DAY, undefined, decisions)
    for (const { code: kind, weight, message, hint } of problems)
      if (!rows.has(kind)) rows.set(kind, [kind, weight, message, hint])
  }
  const names = readdirSync(BROKEN).filter((name) => name.endsWith('.json'))
  for (const file of names.sort().map((name) => new URL(name, BROKEN)))
    tell(readFileSync(file, 'utf8'), besides(fileURLToPath(file)))
  // Where a flow goes live, the list of script hosts is known.
  const tracked = new URL('script_host_unchecked.json', BROKEN)
  tell(readFileSync(tracked, 'utf8'), besides(fileURLToPath(tracked)), { scriptHosts: [], lawsOff: [] })
  // And so is what an admin turned off.
  const unlawful = new URL('law_broken.json', BROKEN)
  const off = { rule: 'us-tcpa-automated', reason: 'Our buyers dial by hand.', off_by: 'ann', off_at: 0 }
  tell(readFileSync(unlawful, 'utf8'), besides(fileURLToPath(unlawful)), { scriptHosts: [], lawsOff: [off] })
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
