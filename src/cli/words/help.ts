import type { TSchema } from 'typebox'
import type { Command } from '../command.ts'

/** Output of `leadloom --help`. */
export function overview(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(([name, { summary }]): [string, string] => [name, summary])
  return [
    'leadloom COMMAND ...',
    '',
    ...table(rows),
    '',
    'leadloom COMMAND --help says more about one of them.',
    'Exit codes: 0 all is well, 1 there are problems, 2 the command was not understood.',
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
    usual === undefined ? about : `${about} Otherwise ${usual}.`,
  ])
  return [
    `leadloom ${name} ${usage}${answer ? ' [--json]' : ''}`.trim().replace(/ +/g, ' '),
    '',
    summary,
    ...(about === undefined ? [] : [about]),
    ...(rows.length > 0 ? ['', ...table(rows)] : []),
    ...(environment.length > 0 ? ['', ...table(environment)] : []),
    ...(answer ? ['', 'With --json it prints:', `  ${shapeOf(answer)}`] : []),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n')
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

/** Short form of a data schema: `{ files: [{ file, problems }] }`. */
function shapeOf(schema: TSchema): string {
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
