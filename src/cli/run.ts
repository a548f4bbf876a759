import type { CommandFailure, CommandName } from '../../schemas/commands.ts'
import { nearest } from '../author/kernel/nearest.ts'
import { inJson, type Command, type CommandContext } from './kernel/command.ts'
import { failureOf, misuse, type ExitCode } from './kernel/failure.ts'
import { commandHelp, overview } from './words/help.ts'

/** Loaders of all commands, in the order of the help. schemas/commands.ts names them, and the compiler requires each one here. A command
 *  runs without loading the others. */
export const COMMANDS: { [N in CommandName]: () => Promise<Command<N>> } = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  init: async () => (await import('./commands/init.ts')).init,
  import: async () => (await import('./commands/import.ts')).importForeign,
  dev: async () => (await import('./commands/dev.ts')).dev,
  validate: async () => (await import('./commands/validate.ts')).validate,
  lsp: async () => (await import('./commands/lsp.ts')).lsp,
  words: async () => (await import('./commands/words.ts')).words,
  simulate: async () => (await import('./commands/simulate.ts')).simulate,
  paths: async () => (await import('./commands/paths.ts')).paths,
  graph: async () => (await import('./commands/graph.ts')).graph,
  diff: async () => (await import('./commands/diff.ts')).diff,
  replay: async () => (await import('./commands/replay.ts')).replay,
  publish: async () => (await import('./commands/publish.ts')).publish,
  versions: async () => (await import('./commands/versions.ts')).versions,
  rollback: async () => (await import('./commands/rollback.ts')).rollback,
  explain: async () => (await import('./commands/visitor/explain.ts')).explain,
  consent: async () => (await import('./commands/visitor/consent.ts')).consent,
  proof: async () => (await import('./commands/visitor/proof.ts')).proof,
  seed: async () => (await import('./commands/seed.ts')).seed,
  call: async () => (await import('./commands/call.ts')).call,
  buyers: async () => (await import('./commands/leads/buyers.ts')).buyers,
  buyer: async () => (await import('./commands/leads/buyer.ts')).buyer,
  ledger: async () => (await import('./commands/leads/ledger.ts')).ledger,
  returns: async () => (await import('./commands/leads/returns.ts')).returns,
  statement: async () => (await import('./commands/leads/statement.ts')).statement,
  privacy: async () => (await import('./commands/visitor/privacy.ts')).privacy,
  backup: async () => (await import('./commands/database/backup.ts')).backup,
  restore: async () => (await import('./commands/database/restore.ts')).restore,
  move: async () => (await import('./commands/database/move.ts')).move,
  operators: async () => (await import('./commands/access/operators.ts')).operators,
  keys: async () => (await import('./commands/access/keys.ts')).keys,
  hosts: async () => (await import('./commands/access/hosts.ts')).hosts,
  law: async () => (await import('./commands/law.ts')).law,
  webhooks: async () => (await import('./commands/webhooks.ts')).webhooks,
  vehicles: async () => (await import('./commands/vehicles.ts')).vehicles,
}

/** All commands by name. */
export async function allCommands(): Promise<Record<string, Command>> {
  const load = async ([name, command]: [string, () => Promise<Command>]) => [name, await command()] as const
  return Object.fromEntries(await Promise.all(Object.entries(COMMANDS).map(load)))
}

/** Runs one command line, the words after `leadloom`. Its output goes to `ctx`. */
export async function run(argv: string[], ctx: CommandContext): Promise<ExitCode> {
  const [name, ...rest] = argv
  const isCommand = name !== undefined && Object.hasOwn(COMMANDS, name)
  const command = isCommand ? await COMMANDS[name as CommandName]() : undefined
  try {
    if (name === undefined) throw misuse('No command given.')
    if (isHelp(name)) return say(overview(await allCommands()), ctx)
    if (!command) throw misuse(unknownCommand(name))
    if (rest.some(isHelp)) return say(commandHelp(command), ctx)
    return await command.run(rest, ctx)
  } catch (error) {
    const { code, exit } = failureOf(error)
    const message = sentenceOf(error)
    const hint = exit === 2 ? `\nFor help: leadloom${command ? ` ${name}` : ''} --help` : ''
    ctx.err(`leadloom: ${message}${hint}`)
    if (command?.answer !== null && rest.includes('--json'))
      ctx.out(inJson({ error: { code, message } } satisfies CommandFailure))
    return exit
  }
}

function say(text: string, ctx: CommandContext): ExitCode {
  ctx.out(text)
  return 0
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help'
}

function unknownCommand(name: string): string {
  const meant = nearest(name, Object.keys(COMMANDS))
  return `Unknown command "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`
}

/** The message of an error meant for people; for a bug of ours, the stack. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  const says = path === undefined ? undefined : FILE_FAULTS[code ?? '']
  if (says !== undefined) return `${path}: ${says}`
  return error.name === 'Error' ? error.message : (error.stack ?? error.message)
}

/** Sentences for system errors about a file that a command should read or write. */
const FILE_FAULTS: Record<string, string> = {
  ENOENT: 'no such file.',
  ENOTDIR: 'part of this path is a file, not a folder.',
  EISDIR: 'this is a folder, not a file.',
  // Occurs when a folder is to be made.
  EEXIST: 'this is a file, not a folder.',
  EACCES: 'permission denied.',
  EROFS: 'the disk is read-only.',
  ENOSPC: 'the disk is full.',
}
