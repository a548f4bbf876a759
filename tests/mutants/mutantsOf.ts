import { parseAst } from 'vite'

/** A change of one place in a source that should make a test fail. */
export interface Mutant {
  /** Line of the place, from 1. */
  line: number
  /** The line as it is, without its indentation. */
  source: string
  /** Text replaced, and the text in its place. */
  from: string
  to: string
  /** Position of the text in the source. */
  at: number
}

/** Mutants of a TypeScript source, in its order: compared, calculated, and joined the other way around, a condition that always or never holds,
 *  a call left out, a number one higher, and the same in its SQL. */
export function mutantsOf(source: string): Mutant[] {
  const found = new Map<string, Mutant>()
  const add = (at: number, from: string, to: string) => {
    const begin = source.lastIndexOf('\n', at) + 1
    const line = source.slice(0, begin).split('\n').length
    const [text = ''] = source.slice(begin).split('\n', 1)
    found.set(`${at} ${from} ${to}`, { line, source: text.trim(), from, to, at })
  }
  visit(parseAst(source, { lang: 'ts' }).body as unknown as Node[], source, add)
  return [...found.values()].sort((a, b) => a.at - b.at)
}

export function mutated(source: string, { at, from, to }: Mutant): string {
  return source.slice(0, at) + to + source.slice(at + from.length)
}

type Add = (at: number, from: string, to: string) => void

/** A node of the tree, with whatever members its type has. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>

function visit(node: unknown, source: string, add: Add): void {
  if (Array.isArray(node)) return node.forEach((below) => visit(below, source, add))
  if (typeof node !== 'object' || node === null) return
  if (!isNode(node)) return Object.values(node).forEach((below) => visit(below, source, add))
  if (node.type === 'ImportDeclaration' || (node.type.startsWith('TS') && !('expression' in node))) return
  MUTATE[node.type]?.(node, source, add)
  for (const [key, below] of Object.entries(node)) if (!TYPES.has(key)) visit(below, source, add)
}

const isNode = (node: object): node is Node => 'type' in node && typeof node.type === 'string'

/** Members of nodes that types are in. */
const TYPES = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType'])

const textOf = ({ start, end }: Node, source: string) => source.slice(start, end)

/** Mutants of each type of node. Source: github.com/estree/estree. */
const MUTATE: Record<string, (node: Node, source: string, add: Add) => void> = {
  BinaryExpression: replaceOperator,
  LogicalExpression: replaceOperator,
  IfStatement: decide,
  ConditionalExpression: decide,
  UnaryExpression(node, source, add) {
    const argument = node['argument'] as Node
    if (node['operator'] === '!' || node['operator'] === '-')
      add(node.start, textOf(node, source), textOf(argument, source))
  },
  ExpressionStatement(node, source, add) {
    const { type } = node['expression'] as Node
    if (['CallExpression', 'AwaitExpression', 'YieldExpression', 'AssignmentExpression'].includes(type))
      add(node.start, textOf(node, source), 'void 0')
  },
  MemberExpression(node, source, add) {
    const property = node['property'] as Node
    const other = OTHER_METHOD.get(textOf(property, source))
    if (other !== undefined) add(property.start, textOf(property, source), other)
  },
  Literal(node, source, add) {
    const { value } = node
    if (typeof value === 'boolean') add(node.start, String(value), String(!value))
    if (typeof value === 'number') add(node.start, textOf(node, source), `(${textOf(node, source)} + 1)`)
    if (typeof value === 'string') mutateSql(textOf(node, source), node.start, add)
  },
  TemplateElement(node, source, add) {
    mutateSql(textOf(node, source), node.start, add)
  },
}

function replaceOperator(node: Node, source: string, add: Add): void {
  const operator = String(node['operator'])
  const { end } = node['left'] as Node
  const at = source.indexOf(operator, end)
  for (const other of OTHER_OPERATORS[operator] ?? []) add(at, operator, other)
}

/** The operator at a boundary, and its opposite. */
const OTHER_OPERATORS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
}

const OTHER_METHOD = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])

function decide(node: Node, source: string, add: Add): void {
  const test = node['test'] as Node
  for (const answer of ['true', 'false']) add(test.start, textOf(test, source), answer)
}

const SQL = /\b(SELECT|WHERE|FROM|UPDATE|DELETE|INSERT|CASE|JOIN|AND|WHEN)\b/

/** Keywords after which `=` compares, or else assigns. */
const COMPARES = /\b(WHERE|AND|OR|ON|WHEN|NOT|HAVING)\b(?![\s\S]*\b(SET|VALUES)\b)/

function mutateSql(text: string, start: number, add: Add): void {
  if (!SQL.test(text)) return
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const before = text.slice(0, index)
    if (word === '=' && !COMPARES.test(before)) continue
    const to = OTHER_WORD[word] ?? String(Number(word) + 1)
    add(start + index, word, to)
  }
}

const OTHER_WORD: Record<string, string> = {
  '=': '<>',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  AND: 'OR',
  OR: 'AND',
  MIN: 'MAX',
  MAX: 'MIN',
  SUM: 'MAX',
  'IS NULL': 'IS NOT NULL',
  'IS NOT NULL': 'IS NULL',
  'NOT EXISTS': 'EXISTS',
  'NOT IN': 'IN',
  'LEFT JOIN': 'JOIN',
}

const WORDS =
  /\b(?:IS NOT NULL|IS NULL|NOT EXISTS|NOT IN|LEFT JOIN|AND|OR|MIN|MAX|SUM)\b|(?<= )(?:<>|<=|>=|[=<>+-])(?= )|(?<![$\w.])\d+(?![\w.])/g
