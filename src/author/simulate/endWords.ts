import type { ShownAtEnd } from '../../../schemas/author/trace.ts'

/** Contents of an end, in one line. */
export function endWords({ shows, redirect }: ShownAtEnd): string {
  const { link = null, buyer = null } = redirect ?? {}
  const ways = [buyer && `the page that "${buyer}" provides`, link].filter(Boolean)
  const leads = ways.length > 0 ? [`goes to ${ways.join(', otherwise to ')}`] : []
  return [...shows, ...leads].join(' | ') || 'nothing'
}

/** The same in the format of scripts: `accepted: Thank you`. */
export function endLine(end: ShownAtEnd): string {
  return `${end.outcome}: ${endWords(end)}`
}
