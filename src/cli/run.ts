import type { CommandFailure, CommandName } from '../../schemas/commands.ts'
import { nearest } from '../author/nearest.ts'
import { inJson, type Command, type World } from './command.ts'
import { failureOf, misuse, type ExitCode } from './failure.ts'
import { backup } from './commands/database/backup.ts'
import { consent } from './commands/consent.ts'
import { dev } from './commands/dev.ts'
import { diff } from './commands/diff.ts'
import { explain } from './commands/explain.ts'
import { graph } from './commands/graph.ts'
import { buyer } from './commands/leads/buyer.ts'
import { deliveries } from './commands/leads/deliveries.ts'
import { ledger } from './commands/leads/ledger.ts'
import { init } from './commands/init.ts'
import { operators } from './commands/operators.ts'
import { privacy } from './commands/privacy.ts'
import { paths } from './commands/paths.ts'
import { publish } from './commands/publish.ts'
import { move } from './commands/database/move.ts'
import { restore } from './commands/database/restore.ts'
import { returns } from './commands/leads/returns.ts'
import { rollback } from './commands/rollback.ts'
import { seed } from './commands/seed.ts'
import { serve } from './commands/serve.ts'
import { simulate } from './commands/simulate.ts'
import { validate } from './commands/validate.ts'
import { vehicles } from './commands/vehicles.ts'
import { versions } from './commands/versions.ts'
import { words } from './commands/words.ts'
import { commandHelp, overview } from './words/help.ts'

/** Every command, as help lists them: schemas/commands.ts names them, and the compiler asks for each here. */
export const COMMANDS: { [N in CommandName]: Command<N> } = {
  serve,
  init,
  dev,
  validate,
  words,
  simulate,
  paths,
  graph,
  diff,
  publish,
  versions,
  rollback,
  explain,
  consent,
  seed,
  deliveries,
  buyer,
  ledger,
  returns,
  privacy,
  backup,
  restore,
  move,
  operators,
  vehicles,
}

/** Runs one command line, the words after `leadloom`. What it has to say goes to `world`. */
export async function run(argv: string[], world: World): Promise<ExitCode> {
  const [name, ...rest] = argv
  const command =
    name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name as CommandName] : undefined
  try {
    if (name === undefined) throw misuse('Say what to do.')
    if (isHelp(name)) return say(overview(COMMANDS), world)
    if (!command) throw misuse(unknownCommand(name))
    if (rest.some(isHelp)) return say(commandHelp(command), world)
    return await command.run(rest, world)
  } catch (error) {
    const { code, exit } = failureOf(error)
    const message = sentenceOf(error)
    const hint = exit === 2 ? `\nSee: leadloom${command ? ` ${name}` : ''} --help` : ''
    world.err(`leadloom: ${message}${hint}`)
    if (command?.answer !== null && rest.includes('--json'))
      world.out(inJson({ error: { code, message } } satisfies CommandFailure))
    return exit
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
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  const says = path === undefined ? undefined : FILE_FAULTS[code ?? '']
  if (says !== undefined) return `${path}: ${says}`
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}

/** What the system says of a file that a command was told to read or to write. */
const FILE_FAULTS: Record<string, string> = {
  ENOENT: 'there is no such file.',
  ENOTDIR: 'a part of this is a file, and no folder.',
  EISDIR: 'this is a folder: name a file.',
  // As it is said where a folder is to be made.
  EEXIST: 'this is a file: name a folder.',
  EACCES: 'this user may not read or write it.',
  EROFS: 'its disk takes no writes.',
  ENOSPC: 'its disk is full.',
}
