/** Pages whose scripts come from the source during development. */

/** Event sent when a flow was published. */
export const NEW_FLOW = 'leadloom:new-flow'

/** The page that the server drew, with its scripts from the source; null for a page without scripts, such as a legal page. */
export function shellOf(drawn: string): string | null {
  if (drawn.includes('src="/main/stats/assets/desk-')) return DESK
  if (drawn.includes('src="/main/stats/')) return STATS
  return /src="\/main\/assets\/main-/.test(drawn) ? VISITOR : null
}

const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">`

/** Page without a session or a flow, as a static host serves it: the browser asks the server for both. */
const VISITOR = `${HEAD}
<title>Loading…</title>
<script type="module" src="/src/dev/freshVisit.ts"></script>
<script type="module" src="/src/visitor/page/main.tsx"></script>
</head>
<body><div id="root" data-api="/api"></div></body>
</html>
`

const STATS = operatorShell('Stats', 'src/stats/main.ts')
const DESK = operatorShell('Desk', 'src/desk/main.tsx')

function operatorShell(title: string, entry: string): string {
  return `${HEAD}
<meta name="product-name" content="Leadloom">
<title>${title}</title>
<script type="module" src="/${entry}"></script>
</head>
<body><div id="root"></div></body>
</html>
`
}
