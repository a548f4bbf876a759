import type { CommandContext } from '../../src/cli/kernel/command.ts'
import { run } from '../../src/cli/run.ts'

/** November 20, 2026, noon in New York. */
export const NOW = Date.UTC(2026, 10, 20, 17)

/** Runs a command line, given as a list of words or as a text split at spaces. Gives its output and its exit code. */
export async function leadloom(line: string | readonly string[], ctx: Partial<CommandContext> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(typeof line === 'string' ? line.split(' ').filter(Boolean) : [...line], {
    env: {},
    now: () => NOW,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    isTerminal: false,
    isColor: false,
    ask: null,
    ...ctx,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
