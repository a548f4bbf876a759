import { parseArgs } from 'node:util'
import type { Static, TSchema } from 'typebox'
import { ANSWERS, type CommandName } from '../../../schemas/commands.ts'
import { instead } from '../../author/kernel/nearest.ts'
import { misuse, type ExitCode } from './failure.ts'

/** Environment of a command. `out` and `err` write whole lines. */
export interface CommandContext {
  env: NodeJS.ProcessEnv
  now: () => number
  out: (line: string) => void
  err: (line: string) => void
  /** True if a person reads `out`. */
  isTerminal: boolean
  isColor: boolean
  /** Asks the person at the terminal, who may leave it empty; null if no one is there. */
  ask: ((question: string) => Promise<string>) | null
}

interface Option {
  type: 'string' | 'boolean'
  about: string
  /** Placeholder for its value in the help: N, PATH. */
  value?: string
  default?: string
}

type Options = Record<string, Option>

/** Values by option, strings and flags, as parseArgs returns them. */
type Values<O extends Options> = {
  [K in keyof O]: O[K]['type'] extends 'boolean'
    ? boolean
    : O[K] extends { default: string }
      ? string
      : string | undefined
}

/** Result of a command, for both kinds of readers: `--json` prints `data`, else `words` are printed as whole lines. */
export interface Outcome<Data> {
  exit: ExitCode
  data: Data
  words: readonly string[]
}

type Data<N extends CommandName> = (typeof ANSWERS)[N] extends TSchema ? Static<(typeof ANSWERS)[N]> : null

interface Definition<O extends Options, Answer> {
  summary: string
  /** Arguments after the command's name: 'FILE...'. */
  usage: string
  /** Further explanation below the summary. */
  about?: string
  examples: readonly string[]
  options: O
  /** Settings that it reads, by variable. */
  environment?: readonly (readonly [variable: string, about: string])[]
  run: (input: { values: Values<O>; positionals: string[] }, ctx: CommandContext) => Promise<Outcome<Answer>>
}

/** A command as the table holds it; `run` gets the words after its name, and throws on unknown options. */
export interface Command<N extends CommandName = CommandName> extends Omit<
  Definition<Options, never>,
  'run'
> {
  name: N
  /** Schema of its data; if set, the command has the option --json. */
  answer: TSchema | null
  run: (argv: string[], ctx: CommandContext) => Promise<ExitCode>
}

/** Defines the command of that name; schemas/commands.ts defines its data. */
export function command<const N extends CommandName, const O extends Options>(
  name: N,
  { run, ...rest }: Definition<O, Data<N>>,
): Command<N> {
  const answer = ANSWERS[name]
  const options: Options = answer === null ? rest.options : { ...rest.options, json: JSON_OPTION }
  return {
    ...rest,
    name,
    answer,
    options,
    async run(argv, ctx) {
      refuseMisused(argv, options)
      const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true })
      const flags = Object.keys(options).filter((name) => options[name]?.type === 'boolean')
      const all: Record<string, unknown> = {
        ...Object.fromEntries(flags.map((name) => [name, false])),
        ...values,
      }
      const { exit, data, words } = await run({ values: all as Values<O>, positionals }, ctx)
      if (answer !== null && all['json']) ctx.out(inJson(data))
      else words.forEach(ctx.out)
      return exit
    },
  }
}

const JSON_OPTION: Option = { type: 'boolean', about: 'Print JSON instead of text.' }

export function inJson(data: unknown): string {
  return JSON.stringify(data, null, 2)
}

/** Throws on misused options in our words, so that parseArgs finds nothing wrong. */
function refuseMisused(argv: string[], options: Options): void {
  const { tokens } = parseArgs({ args: argv, options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (!option) {
      const known = Object.keys(options).map((name) => `--${name}`)
      throw misuse(`Unknown option ${rawName}. ${instead(rawName, known, 'options')}`)
    }
    if (option.type === 'boolean' && value !== undefined) throw misuse(`${rawName} doesn't take a value.`)
    const lacksValue = value === undefined || (value.startsWith('-') && !inlineValue)
    if (option.type === 'string' && lacksValue)
      throw misuse(`${rawName} needs a value: ${rawName}=${option.value}.`)
  }
}

/** A whole number of at least 1, as typed for `option`. */
export function countOf(text: string, option: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw misuse(`${option} must be a whole number of 1 or more, not "${text}".`)
  return Number(text)
}
