import { parseArgs } from 'node:util'
import { instead } from '../flow/check/nearest.ts'

/** 0: all is well. 1: there are problems, and they were said. 2: the command was not understood. */
export type ExitCode = 0 | 1 | 2

/** What a command knows of the world. `out` and `err` write whole lines. */
export interface World {
  env: NodeJS.ProcessEnv
  now: () => number
  out: (line: string) => void
  err: (line: string) => void
  /** Whether a person reads `out`. */
  isTerminal: boolean
  isColour: boolean
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

interface Definition<O extends Options> {
  summary: string
  /** What follows the command's name: 'FILE... [--json]'. */
  usage: string
  /** More that is worth knowing, below the summary. */
  about?: string
  examples: readonly string[]
  options: O
  /** The settings that it reads, by variable. */
  environment?: readonly (readonly [variable: string, about: string])[]
  run: (input: { values: Values<O>; positionals: string[] }, world: World) => Promise<ExitCode>
}

/** A command as the table holds it; `run` takes the words after its name. Throws on options that it does not have. */
export interface Command extends Omit<Definition<Options>, 'run'> {
  run: (argv: string[], world: World) => Promise<ExitCode>
}

export function command<const O extends Options>({ run, ...rest }: Definition<O>): Command {
  return {
    ...rest,
    run(argv, world) {
      const { options } = rest
      refuseUnknown(argv, options)
      const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true })
      const flags = Object.keys(options).filter((name) => options[name]?.type === 'boolean')
      const all: Record<string, unknown> = {
        ...Object.fromEntries(flags.map((name) => [name, false])),
        ...values,
      }
      return run({ values: all as Values<O>, positionals }, world)
    },
  }
}

function refuseUnknown(argv: string[], options: Options): void {
  const { tokens } = parseArgs({ args: argv, options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens)
    if (token.kind === 'option' && !Object.hasOwn(options, token.name)) {
      const known = Object.keys(options).map((name) => `--${name}`)
      throw misuse(`There is no option ${token.rawName}. ${instead(token.rawName, known, 'options')}`)
    }
}

/** An error that means: the command line is not understood. */
export function misuse(message: string): Error {
  return Object.assign(new Error(message), { code: 'MISUSE' })
}

export function isMisuse(error: unknown): error is Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'MISUSE' || code.startsWith('ERR_PARSE_ARGS')
}

/** A whole number from 1, as it was typed for `option`. */
export function countOf(text: string, option: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw misuse(`${option} takes a whole number from 1, not "${text}".`)
  return Number(text)
}
