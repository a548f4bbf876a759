import { parseArgs } from 'node:util'
import type { Static, TSchema } from 'typebox'
import { ANSWERS, type CommandName } from '../../schemas/commands.ts'
import { instead } from '../author/nearest.ts'
import { misuse, type ExitCode } from './failure.ts'

/** What a command knows of the world. `out` and `err` write whole lines. */
export interface World {
  env: NodeJS.ProcessEnv
  now: () => number
  out: (line: string) => void
  err: (line: string) => void
  /** Whether a person reads `out`. */
  isTerminal: boolean
  isColour: boolean
  /** Asks the person at the terminal, who may answer nothing; null where nobody is there. */
  ask: ((question: string) => Promise<string>) | null
}

interface Option {
  type: 'string' | 'boolean'
  about: string
  /** What stands for its value in the help: N, PATH. */
  value?: string
  default?: string
}

type Options = Record<string, Option>

/** Values by option: texts and flags, as parseArgs gives them. */
type Values<O extends Options> = {
  [K in keyof O]: O[K]['type'] extends 'boolean'
    ? boolean
    : O[K] extends { default: string }
      ? string
      : string | undefined
}

/** What a command came to, for both of its readers: `--json` prints `data`, else `words` are printed, whole lines. */
export interface Outcome<Data> {
  exit: ExitCode
  data: Data
  words: readonly string[]
}

type Data<N extends CommandName> = (typeof ANSWERS)[N] extends TSchema ? Static<(typeof ANSWERS)[N]> : null

interface Definition<O extends Options, Answer> {
  summary: string
  /** What follows the command's name: 'FILE...'. */
  usage: string
  /** More that is worth knowing, below the summary. */
  about?: string
  examples: readonly string[]
  options: O
  /** The settings that it reads, by variable. */
  environment?: readonly (readonly [variable: string, about: string])[]
  run: (input: { values: Values<O>; positionals: string[] }, world: World) => Promise<Outcome<Answer>>
}

/** A command as the table holds it; `run` takes the words after its name. Throws on options that it does not have. */
export interface Command<N extends CommandName = CommandName> extends Omit<
  Definition<Options, never>,
  'run'
> {
  name: N
  /** The shape of its data: the command then has the option --json. */
  answer: TSchema | null
  run: (argv: string[], world: World) => Promise<ExitCode>
}

/** The command of that name; what it answers is said by schemas/commands.ts. */
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
    async run(argv, world) {
      refuseMisused(argv, options)
      const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true })
      const flags = Object.keys(options).filter((name) => options[name]?.type === 'boolean')
      const all: Record<string, unknown> = {
        ...Object.fromEntries(flags.map((name) => [name, false])),
        ...values,
      }
      const { exit, data, words } = await run({ values: all as Values<O>, positionals }, world)
      if (all['json']) world.out(inJson(data))
      else words.forEach(world.out)
      return exit
    },
  }
}

const JSON_OPTION: Option = { type: 'boolean', about: 'Print data instead of words.' }

export function inJson(data: unknown): string {
  return JSON.stringify(data, null, 2)
}

/** After this, parseArgs finds nothing to throw at. */
function refuseMisused(argv: string[], options: Options): void {
  const { tokens } = parseArgs({ args: argv, options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (!option) {
      const known = Object.keys(options).map((name) => `--${name}`)
      throw misuse(`There is no option ${rawName}. ${instead(rawName, known, 'options')}`)
    }
    if (option.type === 'boolean' && value !== undefined) throw misuse(`${rawName} takes no value.`)
    const lacksValue = value === undefined || (value.startsWith('-') && !inlineValue)
    if (option.type === 'string' && lacksValue)
      throw misuse(`${rawName} takes a value, as in ${rawName}=${option.value}.`)
  }
}

/** A whole number from 1, as it was typed for `option`. */
export function countOf(text: string, option: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw misuse(`${option} takes a whole number from 1, not "${text}".`)
  return Number(text)
}
