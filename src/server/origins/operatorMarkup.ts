import { escaped } from '../kernel/escaped.ts'

/** Document of an operator's page, which search engines must not list. `head` and `body` are HTML, `title` is text. */
export function operatorMarkup({
  title,
  head = [],
  body,
}: {
  title: string
  head?: readonly string[]
  body: string
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
${head.join('\n')}
</head>
<body>${body}</body>
</html>
`
}
