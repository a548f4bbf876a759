import { existsSync, globSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { forEditors } from '../../schemas/editors.ts'
import { BuyersFile } from '../../schemas/buyer/buyer.ts'
import { Element, EXTERNAL_MEANINGS } from '../../schemas/elements/element.ts'
import { FlowDocument, UiConfig } from '../../schemas/flow/flow.ts'
import { ComputedField } from '../../schemas/flow/computedField.ts'
import { TrackingScripts } from '../../schemas/flow/trackingScripts.ts'
import { Offer, Step } from '../../schemas/flow/offer.ts'
import { Question } from '../../schemas/elements/question.ts'
import { PixelsFile } from '../../schemas/outgoing/pixelAccess.ts'
import { Rule } from '../../schemas/kernel/rule.ts'
import { AnswerScript } from '../../schemas/author/script.ts'
import { filledAnswers } from '../../src/flow/elements/elements.ts'
import { THEME_PROPERTIES } from '../../schemas/flow/theme.ts'
import { ADDRESSES, CHAPTERS, linked } from '../../src/docs/contents.ts'
import { drawBoxes } from '../../src/docs/drawBoxes.ts'
import { drawPage, slugs } from '../../src/docs/drawPage.ts'
import { THEME_NAMES, withTables } from '../../src/docs/docTables.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'
import { signingKey, testMessage } from '../../src/server/webhooks/message.ts'
import { wrongInBuyersFile } from '../../src/server/delivery/buyersFile.ts'

const SOURCES = CHAPTERS.flatMap(({ pages }) => pages)
const text = (source: string) => readFileSync(source, 'utf8')
const PAGES = SOURCES.map((source) => ({ source, text: text(source), page: drawPage(source, text(source)) }))
const ALL = PAGES.map(({ text }) => text).join('\n')

test('every page is in the contents, except the one about the code', () => {
  const written = globSync('docs/**/*.md').filter((file) => file !== 'docs/architecture.md')
  expect(written.filter((file) => !SOURCES.includes(file))).toEqual([])
  expect(new Set(ADDRESSES.values()).size).toBe(SOURCES.length)
})

test.each(globSync('docs/**/*.md'))('the generated parts of %s match the code (npm run schemas)', (file) => {
  expect(withTables(text(file))).toBe(text(file))
})

test('the colors show a picture of each property of a theme', () => {
  expect(THEME_NAMES).toHaveLength(THEME_PROPERTIES.length)
  const pictures = Array.from(
    text('docs/reference/colors.md').matchAll(/\]\((\S+\.webp)\)/g),
    ([, file]) => file!,
  )
  expect(pictures).toEqual(THEME_NAMES.map((name) => `../../fixtures/pictures/theme/${name}.webp`))
})

test('every problem code has an anchor', () => {
  const sources = globSync('src/{author/{check,prove,document,elements,pictures,site},cli/commands}/**/*.ts')
  const codes = sources.flatMap((file) =>
    Array.from(text(file).matchAll(/code: '(\w+)'/g), ([, code]) => code!),
  )
  expect(codes.length).toBeGreaterThan(30)
  const anchors = anchorsOnGitHub(text('docs/reference/problems.md'))
  expect([...new Set(codes)].filter((code) => !anchors.has(code))).toEqual([])
})

/** Anchors that GitHub gives the headings of a page. */
function anchorsOnGitHub(markdown: string): Set<string> {
  const slug = slugs()
  const outside = markdown.replace(/^```[\s\S]*?^```/gm, '')
  return new Set(
    Array.from(outside.matchAll(/^#{1,6} (.*)$/gm), ([, words]) =>
      slug(words!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')),
    ),
  )
}

test('anchors match GitHub’s', () => {
  const slug = slugs()
  expect(
    ['Rules', '`no_submit`', 'What’s next? (1)', 'Rules', 'A & B'].map((words) =>
      slug(words.replaceAll('`', '')),
    ),
  ).toEqual(['rules', 'no_submit', 'whats-next-1', 'rules-1', 'a--b'])
})

describe.each(PAGES)('$source', ({ source, text: markdown, page }) => {
  const links = Array.from(
    markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g),
    ([, href]) => href!,
  ).flatMap((href) => linked(source, href) ?? [])

  test('links to files and anchors that exist on GitHub', () => {
    const wrong = links.filter(
      ({ file, anchor }) => !existsSync(file) || (anchor !== '' && !anchorsOnGitHub(text(file)).has(anchor)),
    )
    expect(wrong).toEqual([])
  })

  test('links to pages and anchors that exist on the server', () => {
    const hrefs = Array.from(
      page.html.matchAll(/<a (?:class="anchor" )?href="([^"]+)"/g),
      ([, href]) => href!,
    )
    const wrong = hrefs.filter((href) => {
      if (/^(https?|mailto):/.test(href)) return false
      const [address, anchor] = href.split('#')
      const other = address === '' ? page : PAGES.find(({ page }) => page.address === address)?.page
      return !other || (anchor !== undefined && !other.html.includes(` id="${anchor}"`))
    })
    expect(wrong).toEqual([])
    expect(hrefs.filter((href) => href.endsWith('.md'))).toEqual([])
  })

  test('has one title, headings without gaps, and pictures with descriptions', () => {
    const depths = Array.from(page.html.matchAll(/<h(\d)/g), ([, depth]) => Number(depth))
    expect(depths.filter((depth) => depth === 1)).toHaveLength(1)
    expect(depths.filter((depth, i) => depth > (depths[i - 1] ?? 0) + 1)).toEqual([])
    expect(page.html).not.toMatch(/alt=""/)
    expect([...page.pictures.values()].filter((file) => !existsSync(file))).toEqual([])
    expect(page.html).not.toContain('<!--')
  })

  test('names existing commands, and never has npx install a package with our name', () => {
    expect(markdown).not.toMatch(/npx leadloom/)
    const named = Array.from(
      markdown.matchAll(/npx --no (?:-- )?leadloom ([a-z]+)/g),
      ([, name]) => `## leadloom ${name}`,
    )
    expect(named.filter((heading) => !text('docs/reference/commands.md').includes(heading))).toEqual([])
  })
})

test('a drawing needs no script, and an invalid one is refused', () => {
  const chart = 'flowchart TB\n  subgraph a["A"]\n    b["B"]\n    c["C"]\n    b --> c\n  end'
  expect(drawBoxes(chart)).toBe(
    '<div class="drawing"><ul><li><span>A</span><ol><li><span>B</span></li><li><span>C</span></li></ol></li></ul></div>\n',
  )
  expect(() => drawBoxes('flowchart TB\n  a["A"] ==> b')).toThrow('==>')
  expect(() => drawBoxes('pie\n')).toThrow('not a flowchart')
})

/** Schemas of examples, by the word after `json`. */
const KINDS: Record<string, TSchema> = {
  flow: FlowDocument,
  question: Question,
  element: Element,
  rule: Rule,
  step: Step,
  offer: Offer,
  field: ComputedField,
  buyers: UiConfig.properties.buyers,
  site: UiConfig.properties.site,
  languages: UiConfig.properties.languages,
  script: AnswerScript,
  scripts: TrackingScripts,
  pixels: PixelsFile,
  buyersfile: BuyersFile,
}

describe('each example', () => {
  const examples = PAGES.flatMap(({ source, text }) =>
    Array.from(text.matchAll(/```json ?(\w*)\n([\s\S]*?)```/g), ([, kind = '', text = '']) => ({
      source,
      kind,
      text,
    })),
  )

  test('names its kind, and every kind has one', () => {
    expect([...new Set(examples.map(({ kind }) => kind))].sort()).toEqual(Object.keys(KINDS).sort())
  })

  test.each(examples)('is a valid $kind in $source', ({ kind, text }) => {
    const ajv = new Ajv()
    const accepts = ajv.compile(forEditors(KINDS[kind]!))
    expect(accepts(JSON.parse(text)) || accepts.errors).toBe(true)
  })

  test('for a ZIP code has the answers that its check fills in', () => {
    const asked = examples.flatMap(({ source, kind, text }) =>
      kind === 'question' && source === 'docs/guide/rules.md' ? (JSON.parse(text) as Question) : [],
    )
    const zip = asked.find(({ label }) => label.includes('ZIP'))!
    const element = {
      ...({ type: 'input', widget: 'text', question_key: 'zip', answer_id: 'value' } as const),
      validations: { local: [{ name: 'zip' as const }], external: ['zip' as const] },
    }
    const filled = filledAnswers(element, zip)
    expect(filled.map((id) => zip.answers[id]?.backend_field_name)).toEqual(['home_city', 'home_state'])
    expect(filled.filter((id) => !EXTERNAL_MEANINGS.zip.includes(id))).toEqual([])
    // A question without such answers, like the first flow's.
    expect(filledAnswers(element, { answers: { value: zip.answers['value']! } })).toEqual([])
  })

  const flows = examples.filter(({ kind }) => kind === 'flow')
  test.each(flows)('of a whole flow can be published as it is: $source', ({ text }) => {
    // A warning that asks whether visitors are meant to come by a link; the page says that they are.
    expect(problemsOf(text).filter(({ code }) => code !== 'link_always')).toEqual([])
  })

  test('of a buyers file is accepted as it is', () => {
    const files = examples.filter(({ kind }) => kind === 'buyersfile')
    expect(files.flatMap(({ text }) => wrongInBuyersFile(Buffer.from(text)))).toEqual([])
  })

  test('on a page with a whole flow is part of that flow', () => {
    const foreign = examples.filter(({ source, kind, text }) => {
      const whole = flows.find((flow) => flow.source === source)
      return (
        whole && kind !== 'flow' && PARTS.has(kind) && !isPartOf(JSON.parse(text), JSON.parse(whole.text))
      )
    })
    expect(foreign.map(({ source, text }) => `${source}: ${text}`)).toEqual([])
  })
})

/** Kinds of examples that stand in a flow. */
const PARTS = new Set([
  'question',
  'element',
  'rule',
  'step',
  'field',
  'buyers',
  'site',
  'languages',
  'scripts',
])

function isPartOf(part: unknown, whole: unknown): boolean {
  if (JSON.stringify(part) === JSON.stringify(whole)) return true
  return (
    typeof whole === 'object' && whole !== null && Object.values(whole).some((value) => isPartOf(part, value))
  )
}

test('the example that verifies webhooks accepts only our messages', async () => {
  const [, code = ''] = /```js\n(import[\s\S]*?)```/.exec(text('docs/operators/webhooks.md')) ?? []
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isGenuine: (headers: Record<string, string>, body: string, secret: string) => boolean
  }
  const secret = signingKey('a-secret', { name: 'crm', made_at: 1 })
  const { headers, body } = testMessage(secret, 1)
  expect(isGenuine(headers, body, secret)).toBe(true)
  expect(isGenuine(headers, `${body} `, secret)).toBe(false)
})

test('the README links to the documentation', () => {
  expect(text('README.md')).toContain('](docs/README.md)')
  expect(ALL).not.toContain('GUIDE.md')
})
