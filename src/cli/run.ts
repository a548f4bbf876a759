import { nearest } from '../flow/check/nearest.ts'
import { isMisuse, misuse, type Command, type ExitCode, type World } from './command.ts'
import { publish } from './commands/publish.ts'
import { seed } from './commands/seed.ts'
import { serve } from './commands/serve.ts'
import { validate } from './commands/validate.ts'
import { commandHelp, overview } from './help.ts'

export const COMMANDS: Record<string, Command> = { serve, validate, publish, seed }

/** Runs one command line, the words after `leadloom`. What it has to say goes to `world`. */
export async function run(argv: string[], world: World): Promise<ExitCode> {
  const [name, ...rest] = argv
  try {
    if (name === undefined) throw misuse('Say what to do.')
    if (isHelp(name)) return say(overview(COMMANDS), world)
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command) throw misuse(unknownCommand(name))
    if (rest.some(isHelp)) return say(commandHelp(name, command), world)
    return await command.run(rest, world)
  } catch (error) {
    if (isMisuse(error)) {
      const known = name !== undefined && Object.hasOwn(COMMANDS, name) ? ` ${name}` : ''
      world.err(`leadloom: ${error.message}\nSee: leadloom${known} --help`)
      return 2
    }
    world.err(`leadloom: ${explain(error)}`)
    return 1
  }
}

function say(text: string, world: World): ExitCode {
  world.out(text)
  return 0
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help'
}

function unknownCommand(name: string): string {
  const meant = nearest(name, Object.keys(COMMANDS))
  return `There is no command "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`
}

/** What was thrown with a sentence speaks for itself; a slip of ours needs its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOENT' && 'path' in error)
    return `There is no file ${String(error.path)}.`
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}
