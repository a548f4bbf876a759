import { posix } from 'node:path'

/** Chapters of the documentation, with the Markdown files of their pages in reading order. Paths begin at the repository's root. */
export const CHAPTERS: readonly { title: string; pages: readonly string[] }[] = [
  { title: 'Start', pages: ['docs/README.md', 'docs/first-site.md', 'docs/studio.md', 'docs/questions.md'] },
  {
    title: 'Recipes',
    pages: [
      'docs/recipes/README.md',
      'docs/recipes/disqualify.md',
      'docs/recipes/second-offer.md',
      'docs/recipes/two-buyers.md',
      'docs/recipes/buyer-by-state.md',
      'docs/recipes/none-of-these.md',
      'docs/recipes/picture-choice.md',
      'docs/recipes/hidden-step.md',
      'docs/recipes/consent.md',
      'docs/recipes/law.md',
      'docs/recipes/spanish.md',
      'docs/recipes/ab-test.md',
      'docs/recipes/embed.md',
      'docs/recipes/pixels.md',
      'docs/recipes/utm.md',
      'docs/recipes/continue-later.md',
      'docs/recipes/email-per-lead.md',
      'docs/recipes/leads-as-csv.md',
    ],
  },
  {
    title: 'Authors’ guide',
    pages: ['steps', 'consents', 'rules', 'leads', 'look', 'languages', 'pixels', 'publishing', 'tools'].map(
      (name) => `docs/guide/${name}.md`,
    ),
  },
  {
    title: 'Operators’ guide',
    pages: [
      'docs/operators/buyers.md',
      'docs/operators/leads.md',
      'docs/operators/reports.md',
      'docs/operators/experiments.md',
      'docs/operators/money.md',
      'docs/operators/affiliates.md',
      'docs/operators/costs.md',
      'docs/operators/accounts.md',
      'docs/operators/traffic.md',
      'docs/operators/privacy.md',
      'docs/operators/opt-outs.md',
      'docs/operators/data.md',
      'docs/operators/security.md',
      'docs/operators/webhooks.md',
      'docs/operators/domains.md',
      'src/server/OPERATING.md',
      'deploy/README.md',
    ],
  },
  {
    title: 'Reference',
    pages: [
      'docs/reference/problems.md',
      'docs/reference/law.md',
      'docs/reference/flow.md',
      'docs/reference/elements.md',
      'docs/reference/computed-fields.md',
      'docs/reference/colors.md',
      'docs/reference/buyers-file.md',
      'docs/reference/commands.md',
      'src/server/settings/README.md',
      'docs/glossary.md',
    ],
  },
]

/** Address and title of pages that aren't written for this documentation alone. */
const FROM_ELSEWHERE: Record<string, { address: string; title: string }> = {
  'src/server/OPERATING.md': { address: '/docs/operators/operating', title: 'Operating' },
  'deploy/README.md': { address: '/docs/operators/deploying', title: 'Deploying' },
  'src/server/settings/README.md': { address: '/docs/reference/settings', title: 'Settings' },
}

/** Every page, by its Markdown file, with its address on the server. */
export const ADDRESSES: ReadonlyMap<string, string> = new Map(
  CHAPTERS.flatMap(({ pages }) => pages).map((source) => [
    source,
    FROM_ELSEWHERE[source]?.address ?? '/' + source.replace(/(\/README)?\.md$/, ''),
  ]),
)

/** Title of a page whose heading is the name of a folder. */
export function titleOf(source: string): string | undefined {
  return FROM_ELSEWHERE[source]?.title
}

/** A link's file, relative to the repository, and its anchor; null for a link that leads out of the repository. */
export function linked(source: string, href: string): { file: string; anchor: string } | null {
  if (/^[a-z]+:/.test(href)) return null
  const [path = '', anchor = ''] = href.split('#')
  return { file: path === '' ? source : posix.join(posix.dirname(source), path), anchor }
}
