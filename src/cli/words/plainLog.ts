import { inspect } from 'node:util'
import { visible } from './visible.ts'

/** Takes the server's log, lines of JSON, and prints it as sentences, for someone who reads it as it comes. */
export function plainLog(out: (line: string) => void): { write: (line: string) => void } {
  return {
    write(line) {
      const { level, time: _, pid: __, hostname: ___, msg, err, ...fields } = JSON.parse(line) as Entry
      const details = Object.entries(fields).map(([name, value]) => `${name} ${text(value)}`)
      const weight = level >= ERROR ? 'Error: ' : ''
      const sentence = `${weight}${msg ?? ''}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
      const stack = err ? (err.stack ?? err.message).split('\n') : []
      out([sentence, ...stack].map(visible).join('\n'))
    },
  }
}

/** A line of the log as pino writes it. */
interface Entry {
  level: number
  msg?: string
  err?: { message: string; stack?: string }
  [field: string]: unknown
}

/** The lowest level of errors. Source: pino's levels. */
const ERROR = 50

function text(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { breakLength: Infinity })
}
