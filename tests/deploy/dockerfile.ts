import { readFileSync } from 'node:fs'

/** One Dockerfile instruction, with its lines joined and its comments left out. */
export interface Instruction {
  name: string
  /** Options after `--`, such as `from=packages`. */
  flags: string[]
  rest: string
}

/** Stages of a Dockerfile, as lists of instructions; the first of each is its FROM. */
export function stagesOf(file: string): Instruction[][] {
  const text = readFileSync(file, 'utf8').replace(/^\s*#.*\n/gm, '')
  const lines = text.replace(/\\\n\s*/g, '').split('\n')
  const stages: Instruction[][] = []
  for (const line of lines.filter((line) => line.trim() !== '')) {
    const [, name, flags, rest] = /^([A-Z]+)((?: +--\S+)*) +(.*)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`${file}: "${line}" is no instruction.`)
    if (name === 'FROM') stages.push([])
    stages.at(-1)!.push({ name, flags: flags!.split(' --').slice(1), rest: rest! })
  }
  return stages
}

/** Arguments of the instructions with this name. */
export function said(stage: readonly Instruction[], name: string): string[] {
  return stage.filter((instruction) => instruction.name === name).map(({ rest }) => rest)
}
