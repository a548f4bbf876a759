import type { Command } from './command.ts'

/** What `leadloom --help` prints. */
export function overview(commands: Record<string, Command>): string {
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

/** What `leadloom COMMAND --help` prints. */
export function commandHelp(
  name: string,
  { summary, usage, about, options, environment = [], examples }: Command,
): string {
  const rows = Object.entries(options).map(([option, { value, about, default: usual }]): [string, string] => [
    `--${option}${value === undefined ? '' : ` ${value}`}`,
    usual === undefined ? about : `${about} Otherwise ${usual}.`,
  ])
  return [
    `leadloom ${name} ${usage}`.trim(),
    '',
    summary,
    ...(about === undefined ? [] : [about]),
    ...(rows.length > 0 ? ['', ...table(rows)] : []),
    ...(environment.length > 0 ? ['', ...table(environment)] : []),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n')
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
