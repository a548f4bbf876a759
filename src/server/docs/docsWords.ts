/** Words around the pages of the documentation. */
export const DOCS = {
  name: (product: string) => `${product} docs`,
  search: 'Search',
  placeholder: 'Search the docs',
  contents: 'Contents',
  onThisPage: 'On this page',
  skip: 'Skip to main content',
  typeToSearch: 'Type what you’re looking for, like “disqualify” or “lost password”.',
  found: (count: number, query: string) =>
    count === 0
      ? `Nothing found for “${query}”. Try fewer or other words.`
      : `${count} ${count === 1 ? 'result' : 'results'} for “${query}”`,
  notFound: 'This page doesn’t exist',
  notFoundHelp: 'It may have moved. Search for it above, or choose a page from the contents.',
} as const
