import type { VersionLine } from '../../../schemas/kernel/version.ts'
import { command } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { unknownPath } from '../kernel/unknownPath.ts'
import { withKeptStore } from '../kernel/withStore.ts'

export const versions = command('versions', {
  summary: 'List published versions, which are live, and their sessions',
  usage: '[PATH]',
  about: 'Times are in New York time. Dates are from the last time a version was live.',
  examples: ['leadloom versions', 'leadloom versions claims', 'leadloom versions claims --json'],
  options: {},
  async run({ positionals }, ctx) {
    const [path, ...more] = positionals
    if (more.length > 0) throw misuse('Add one path, or none to list all.')
    const all = await withKeptStore(ctx, (store) => store.versions())
    const versions = path === undefined ? all : all.filter((version) => version.path === path)
    if (path !== undefined && versions.length === 0) {
      const known = all.map((version) => version.path)
      throw unknownPath(path, known)
    }
    return { exit: 0, data: { versions }, words: words(versions) }
  },
})

function words(versions: readonly VersionLine[]): string[] {
  if (versions.length === 0) return ['Nothing is published yet. Next: leadloom publish FILE --path PATH']
  const rows = versions.map(({ version, path, weight, activated_at, deactivated_at, sessions, title }) => [
    path,
    String(version),
    weight === null ? '' : `${weight}%`,
    MOMENT.format(activated_at),
    deactivated_at === null ? '' : MOMENT.format(deactivated_at),
    sessions.toLocaleString('en-US'),
    title,
  ])
  const lines = [COLUMNS, ...rows]
  const widths = COLUMNS.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)))
  return lines.map((line) =>
    line
      .map((cell, i) => inColumn(cell, widths[i]!, i))
      .join('  ')
      .trimEnd(),
  )
}

const COLUMNS = ['path', 'version', 'live', 'activated', 'deactivated', 'sessions', 'title']
const NUMBERS = [1, 2, 5]

function inColumn(cell: string, width: number, column: number): string {
  return NUMBERS.includes(column) ? cell.padStart(width) : cell.padEnd(width)
}

/** Format of the dashboard's version cell, with its zone: `Nov 03, 2026, 14:05 EST`. */
const MOMENT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})
