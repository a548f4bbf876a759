import type { TSchema } from 'typebox'
import type { Command } from '../kernel/command.ts'

/** Output of `leadloom --help`. */
export function overview(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(([name, { summary }]): [string, string] => [name, summary])
  return [
    'Usage: leadloom COMMAND [OPTIONS]',
    '',
    ...table(rows),
    '',
    'For help with a command: leadloom COMMAND --help',
    'Exit codes: 0 success, 1 problems found, 2 invalid command.',
  ].join('\n')
}

/** Output of `leadloom COMMAND --help`. */
export function commandHelp({
  name,
  summary,
  usage,
  about,
  options,
  answer,
  environment = [],
  examples,
}: Command): string {
  const rows = Object.entries(options).map(([option, { value, about, default: usual }]): [string, string] => [
    `--${option}${value === undefined ? '' : ` ${value}`}`,
    usual === undefined ? about : `${about} Default: ${usual}.`,
  ])
  return [
    ...wrapped(`Usage: leadloom ${name} ${usage}${answer ? ' [--json]' : ''}`, 9),
    '',
    summary.replace(/\.?$/, '.'),
    ...(about === undefined ? [] : ['', ...about.split('\n').flatMap((paragraph) => wrapped(paragraph))]),
    ...(rows.length > 0 ? ['', ...table(rows)] : []),
    ...(environment.length > 0 ? ['', ...table(environment)] : []),
    ...(answer ? ['', 'With --json, it prints:', ...wrapped(`  ${shapeOf(answer)}`, 4)] : []),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n')
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.flatMap(([left, right]) => wrapped(`  ${left.padEnd(width)}  ${right}`, width + 4))
}

/** Columns of a terminal that help fits into. */
const WIDTH = 80

/** Lines of a text, broken between words. Later lines, and blanks that the first begins with, keep their indentation. */
function wrapped(text: string, indent = 0): string[] {
  if (text.length <= WIDTH) return [text.trimEnd()]
  const end = text.lastIndexOf(' ', WIDTH)
  const at = text.slice(0, end).trim() === '' || end <= indent ? text.indexOf(' ', WIDTH) : end
  if (at < 0) return [text]
  return [text.slice(0, at).trimEnd(), ...wrapped(' '.repeat(indent) + text.slice(at + 1), indent)]
}

/** Short form of a data schema: `{ files: [{ file, problems }] }`. */
export function shapeOf(schema: TSchema): string {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema }
  if (items) return isPlain(items) ? '[...]' : `[${shapeOf(items)}]`
  const members = Object.entries(properties ?? {}).map(([key, member]) =>
    isPlain(member) ? key : `${key}: ${shapeOf(member)}`,
  )
  return `{ ${members.join(', ')} }`
}

function isPlain(schema: TSchema): boolean {
  return !('properties' in schema || 'items' in schema)
}
