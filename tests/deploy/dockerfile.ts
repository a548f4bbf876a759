import { readFileSync } from 'node:fs'

/** One instruction of a Dockerfile: its lines joined, its comments left out. */
export interface Instruction {
  name: string
  /** What follows `--`, as `from=packages`. */
  flags: string[]
  rest: string
}

/** The stages of a Dockerfile, by the instructions of each: the first is its FROM. */
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

/** What the instructions of one name say. */
export function said(stage: readonly Instruction[], name: string): string[] {
  return stage.filter((instruction) => instruction.name === name).map(({ rest }) => rest)
}
