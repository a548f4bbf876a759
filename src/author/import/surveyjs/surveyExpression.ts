/** An expression of SurveyJS, as far as rules can express it. Source: surveyjs.io, "Conditional Logic and Dynamic Texts". */
export type Expression =
  { op: 'and' | 'or'; parts: readonly Expression[] } | { op: 'not'; part: Expression } | Compared

export interface Compared {
  op: Operator
  name: string
  value: Constant | readonly Constant[] | null
}

export type Constant = string | number | boolean

export type Operator =
  | 'equal'
  | 'notequal'
  | 'greater'
  | 'less'
  | 'greaterorequal'
  | 'lessorequal'
  | 'contains'
  | 'notcontains'
  | 'anyof'
  | 'allof'
  | 'noneof'
  | 'empty'
  | 'notempty'
  | 'true'

/** Parses an expression; null if it is not one, or computes something. */
export function readExpression(text: string): Expression | null {
  if (text.length > LONGEST) return null
  const tokens = tokensOf(text)
  if (!tokens) return null
  const reader = { tokens, at: 0, depth: 0 }
  const found = either(reader)
  return reader.at === tokens.length ? found : null
}

const LONGEST = 5000
const DEEPEST = 30

type Token =
  { kind: 'name'; text: string } | { kind: 'value'; value: Constant } | { kind: 'sign'; text: string }

interface Reader {
  tokens: readonly Token[]
  at: number
  depth: number
}

const TOKEN =
  /\s*(?:\{([^{}]+)\}|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+(?:\.\d+)?)(?![\w.])|(<=|>=|<>|!=|==|&&|\|\||\*=|[=<>!()[\],])|([A-Za-z_][\w-]*))/y

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text)
    if (!found) return null
    const [, name, single, double, number, sign, word] = found
    if (name !== undefined) tokens.push({ kind: 'name', text: name.trim() })
    else if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else if (word !== undefined) tokens.push(wordToken(word))
    else tokens.push({ kind: 'value', value: (single ?? double ?? '').replace(/\\(.)/g, '$1') })
  }
  return tokens
}

function wordToken(word: string): Token {
  const small = word.toLowerCase()
  if (small === 'true' || small === 'false') return { kind: 'value', value: small === 'true' }
  return WORDS.has(small) ? { kind: 'sign', text: small } : { kind: 'value', value: word }
}

const SIGNS = new Map<string, Operator>([
  ['=', 'equal'],
  ['==', 'equal'],
  ['!=', 'notequal'],
  ['<>', 'notequal'],
  ['>', 'greater'],
  ['<', 'less'],
  ['>=', 'greaterorequal'],
  ['<=', 'lessorequal'],
  ['*=', 'contains'],
  ...(
    [
      'equal',
      'notequal',
      'greater',
      'less',
      'greaterorequal',
      'lessorequal',
      'contains',
      'notcontains',
      'anyof',
      'allof',
      'noneof',
      'empty',
      'notempty',
    ] as const
  ).map((name) => [name, name] as const),
  ['contain', 'contains'],
  ['notcontain', 'notcontains'],
])

const WORDS = new Set([...SIGNS.keys(), 'and', 'or', 'not', 'negate'])

function either(reader: Reader): Expression | null {
  return joinedBy(reader, 'or', ['or', '||'], (inner) => joinedBy(inner, 'and', ['and', '&&'], single))
}

function joinedBy(
  reader: Reader,
  op: 'and' | 'or',
  signs: readonly string[],
  part: (reader: Reader) => Expression | null,
): Expression | null {
  const parts: Expression[] = []
  do {
    const found = part(reader)
    if (!found) return null
    parts.push(found)
  } while (takeSign(reader, signs))
  return parts.length === 1 ? parts[0]! : { op, parts }
}

function single(reader: Reader): Expression | null {
  if (++reader.depth > DEEPEST) return null
  const found = takeSign(reader, ['!', 'not', 'negate'])
    ? opposite(single(reader))
    : takeSign(reader, ['('])
      ? inBrackets(reader)
      : comparison(reader)
  reader.depth--
  return found
}

function opposite(part: Expression | null): Expression | null {
  return part && { op: 'not', part }
}

function inBrackets(reader: Reader): Expression | null {
  const found = either(reader)
  return takeSign(reader, [')']) ? found : null
}

function comparison(reader: Reader): Expression | null {
  const left = reader.tokens[reader.at++]
  if (left?.kind !== 'name') return null
  const next = reader.tokens[reader.at]
  const op = next?.kind === 'sign' ? SIGNS.get(next.text) : undefined
  if (!op) return { op: 'true', name: left.text, value: null }
  reader.at++
  if (op === 'empty' || op === 'notempty') return { op, name: left.text, value: null }
  const value = operand(reader)
  return value === null ? null : { op, name: left.text, value }
}

function operand(reader: Reader): Constant | Constant[] | null {
  if (!takeSign(reader, ['['])) return constant(reader)
  const values: Constant[] = []
  while (!takeSign(reader, [']'])) {
    const value = constant(reader)
    if (value === null) return null
    values.push(value)
    takeSign(reader, [','])
  }
  return values
}

function constant(reader: Reader): Constant | null {
  const token = reader.tokens[reader.at++]
  return token?.kind === 'value' ? token.value : null
}

function takeSign(reader: Reader, signs: readonly string[]): boolean {
  const token = reader.tokens[reader.at]
  if (token?.kind !== 'sign' || !signs.includes(token.text)) return false
  reader.at++
  return true
}
