import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { styleText, type InspectColor } from 'node:util'
import type { Located } from '../../../schemas/author/problem.ts'
import type { Share } from '../../../schemas/kernel/version.ts'
import { inWords } from '../../flow/inWords.ts'
import type { CommandContext } from '../kernel/command.ts'
import { proofLines } from './proofWords.ts'
import { visible } from './visible.ts'

/** One problem as readable text: a line that an editor or a terminal can link, then a line of help. Piped output has both on one line,
 *  so that grep and an editor's problem matcher get all of it: `file:line:column  problem  hint`. A warning is marked as one. Its proof
 *  follows, indented. */
export function problemText(file: string, problem: Located, ctx: CommandContext): string {
  const shown = visible(problem)
  const { line, column, message, hint, code } = shown
  const place = `${shown.file === undefined ? file : join(dirname(file), shown.file)}:${line}:${column}`
  const isWarning = problem.weight === 'warning'
  const sentence = isWarning ? `warning: ${message}` : message
  const proof = proofLines(shown).map((line) => `\n    ${line}`)
  if (!ctx.isTerminal) return [`${place}  ${sentence}  ${hint}`, ...proof].join('')
  const paint = (format: InspectColor, text: string) =>
    ctx.isColor ? styleText(format, text, { validateStream: false }) : text
  return `${paint('bold', place)}  ${paint(isWarning ? 'yellow' : 'red', sentence)}  ${paint('dim', linked(code, ctx))}\n    ${hint}${paint('dim', proof.join(''))}`
}

/** Code of a problem as a link to the page that explains it, where a terminal shows links. Source: OSC 8, as VTE and iTerm2 have it. */
function linked(code: string, { isColor }: CommandContext): string {
  return isColor ? `\u001b]8;;${problemPage(code)}\u001b\\${code}\u001b]8;;\u001b\\` : code
}

/** Address of the page that explains a problem, in the documentation that comes with this program. */
export function problemPage(code: string): string {
  return `${pathToFileURL(join(import.meta.dirname, '../../../docs/reference/problems.md')).href}#${code}`
}

/** Number of problems of each weight. */
export function tally(problems: readonly Located[]): { errors: number; warnings: number } {
  const errors = problems.filter(({ weight }) => weight === 'error').length
  return { errors, warnings: problems.length - errors }
}

/** '1 error, 0 warnings'. */
export function tallyText({ errors, warnings }: ReturnType<typeof tally>): string {
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`
}

/** '1 problem', '2 problems'. */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`
}

/** Formats bytes as '12.3'. */
export function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1)
}

/** Formats shares as 'version 1 (70 %) and version 2 (30 %)'. */
export function shareList(shares: readonly Share[]): string {
  return inWords(
    shares.map(({ version, weight }) => `version ${version} (${weight}%)`),
    'and',
  )
}

/** A shorter wait needs no explanation. */
const PATIENCE_MS = 1000

/** Result of `work`; if it takes over a second, reports on standard error what is being done. */
export async function patiently<T>(doing: string, work: Promise<T>, ctx: CommandContext): Promise<T> {
  const timer = setTimeout(() => ctx.err(`${doing} …`), PATIENCE_MS)
  return work.finally(() => clearTimeout(timer))
}

/** Callback that reports on standard error how far a long run has come. */
export function progress(things: string, total: number, ctx: CommandContext): (done: number) => void {
  let printedAt = ctx.now()
  return (done) => {
    if (ctx.now() - printedAt < PATIENCE_MS) return
    printedAt = ctx.now()
    ctx.err(
      `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${things} (${Math.floor((100 * done) / total)}%)`,
    )
  }
}
