/** The pages whose scripts come from the source while one develops. */

/** The event that a flow was published. */
export const NEW_FLOW = 'leadloom:new-flow'

/** The same page with its scripts from the source, for a page that the server drew; null for one that has none, such as a
 *  legal page. */
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

/** As on a host of static files: the browser asks the server for a session and a flow. */
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
