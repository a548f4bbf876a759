import { isUtf8 } from 'node:buffer'
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'

/** JSON as it reads: its text without a byte order mark, and its tree or what keeps it from having one. */
export type Parsed = { text: string } & ({ root: Node } | { fault: Fault })

export interface Fault {
  /** In the text. */
  offset: number
  message: string
  hint: string
}

/** Reads a JSON text, or the bytes of its file. Only the first fault is told: what follows it is mostly the parser finding
 *  its feet again. A byte order mark is passed over. Source: RFC 8259, 8.1. */
export function parse(source: string | Uint8Array): Parsed {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source
  const text = new TextDecoder().decode(bytes)
  const unfit = notUtf8(bytes) ?? empty(text) ?? tooDeep(text)
  if (unfit) return { text, fault: unfit }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  const [first] = errors
  return first || !root ? { text, fault: syntaxFault(first, text) } : { text, root }
}

const NOT_UTF8 = { message: 'This is not UTF-8.', hint: 'Save the file as UTF-8.' }

function notUtf8(bytes: Uint8Array): Fault | undefined {
  if (isUtf8(bytes)) return undefined
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let offset = 0
  try {
    for (const byte of bytes) offset += decoder.decode(Uint8Array.of(byte), { stream: true }).length
  } catch {
    // So far it was.
  }
  return { offset, ...NOT_UTF8 }
}

function empty(text: string): Fault | undefined {
  return text.trim() === ''
    ? { offset: 0, message: 'The file is empty.', hint: 'Write an object in { }.' }
    : undefined
}

/** The demo sites nest 12 levels. What walks a document, beginning with the parser, calls itself at each. */
const DEEPEST = 100

function tooDeep(text: string): Fault | undefined {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(STRINGS_AND_BRACKETS)) {
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    if (depth > DEEPEST)
      return {
        offset: index,
        message: 'This is nested too deep.',
        hint: `At most ${DEEPEST} levels can be read.`,
      }
  }
  return undefined
}

const STRINGS_AND_BRACKETS = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[[\]{}]/g

/** What the parser says when it has come to the end of the text, or of the document within it: the brackets may not come
 *  out even. */
const UNEVEN = ['CloseBraceExpected', 'CloseBracketExpected', 'EndOfFileExpected']

const LINES_STRINGS_AND_BRACKETS = new RegExp(`\\n[^\\S\\n]*|${STRINGS_AND_BRACKETS.source}`, 'g')

/** The first closing bracket that is not indented as the line of the bracket that it closes: one between the two is
 *  missing or too many. Which of these it is the whole text tells: what is indented the other way is so by habit. */
function misindented(text: string): Fault | undefined {
  const open: { token: string; line: number; indent: number }[] = []
  const first: { missing?: Fault; 'too many'?: Fault } = {}
  let [line, indent, begins, surplus] = [1, 0, 0, 0]
  for (const { 0: token, index } of text.matchAll(LINES_STRINGS_AND_BRACKETS)) {
    if (token.startsWith('\n')) [line, indent, begins] = [line + 1, token.length - 1, index + token.length]
    if (token === '{' || token === '[') open.push({ token, line, indent })
    if (token !== '}' && token !== ']') continue
    const opened = open.pop()
    if (!opened) surplus++
    if (!opened || index !== begins || indent === opened.indent) continue
    const word = indent < opened.indent ? 'missing' : 'too many'
    first[word] ??= {
      offset: index,
      message: `This ${token} closes the ${opened.token} of line ${opened.line}, and does not stand under it.`,
      hint: `Between the two a bracket is ${word}.`,
    }
  }
  return open.length === surplus ? undefined : first[open.length > surplus ? 'missing' : 'too many']
}

function syntaxFault(error: ParseError | undefined, text: string): Fault {
  const name = error ? printParseErrorCode(error.error) : 'ValueExpected'
  const uneven = UNEVEN.includes(name) ? misindented(text) : undefined
  if (uneven) return uneven
  const offset = error?.offset ?? 0
  const slip = SLIPS.find(
    ({ in: kind, begins, after }) =>
      kind.includes(name) &&
      begins.test(text.slice(offset, offset + 10)) &&
      (after === undefined || text[offset - 1] === after),
  )
  const { message, hint } = slip ??
    SYNTAX[name] ?? { message: `This is not JSON: ${name}.`, hint: 'Check the line and the one above.' }
  return { offset, message, hint }
}

/** What the parser’s word for an error does not tell, and the text that it stumbles over does. */
const SLIPS: { in: string[]; begins: RegExp; after?: string; message: string; hint: string }[] = [
  // As every other byte of UTF-16 is.
  { in: ['InvalidSymbol'], begins: /^\0/, ...NOT_UTF8 },
  {
    in: ['InvalidSymbol'],
    begins: /^'/,
    message: 'JSON has no single quotes.',
    hint: 'Put keys and texts into double quotes.',
  },
  {
    in: ['InvalidSymbol'],
    begins: /^[“”„‘’]/,
    message: 'These are typographic quotes.',
    hint: 'Write plain double quotes: ".',
  },
  // What comes along with text from web pages and word processors, and looks like a space or like nothing.
  {
    in: ['InvalidSymbol'],
    begins: /^(true|false|null)?([^\P{White_Space}\p{Cc}\x20]|\p{Cf})/u,
    message: 'A sign stands here that looks like a space and is none.',
    hint: 'Delete it, and type a plain space if one is wanted.',
  },
  {
    in: ['InvalidSymbol'],
    begins: /^#/,
    message: 'JSON has no comments.',
    hint: 'Remove the comment.',
  },
  {
    in: ['InvalidSymbol'],
    begins: /^=/,
    message: 'A key and its value are joined by a colon.',
    hint: 'Write "key": value.',
  },
  {
    in: ['InvalidSymbol'],
    begins: /^[^\s"]/,
    after: '"',
    message: 'The text ends at the double quote before this.',
    hint: 'Write \\" for a double quote within a text.',
  },
  {
    in: ['InvalidSymbol'],
    begins: /^(true|false|null|yes|no|none|undefined)\b/i,
    message: 'This word is not JSON.',
    hint: 'Write true, false or null, in small letters; text stands in double quotes.',
  },
  {
    in: ['PropertyNameExpected', 'ValueExpected'],
    begins: /^[}\]]/,
    message: 'There is a comma too many before this.',
    hint: 'Remove the comma after the last entry.',
  },
  {
    in: ['CommaExpected'],
    begins: /^\}/,
    message: 'A ] is missing before this.',
    hint: 'Close the list before the object around it.',
  },
  {
    in: ['CommaExpected'],
    begins: /^\]/,
    message: 'A } is missing before this.',
    hint: 'Close the object before the list around it.',
  },
]

const SYNTAX: Record<string, { message: string; hint: string }> = {
  InvalidSymbol: {
    message: 'This word is not JSON.',
    hint: 'Put text into double quotes; true, false and null are small.',
  },
  InvalidNumberFormat: { message: 'This number is not JSON.', hint: 'Write it like 12 or 12.5.' },
  PropertyNameExpected: {
    message: 'A key in double quotes is missing here.',
    hint: 'Remove the comma before a closing }, or write "key": value.',
  },
  ValueExpected: {
    message: 'A value is missing here.',
    hint: 'Remove the comma before a closing ], or write a value.',
  },
  ColonExpected: { message: 'A colon is missing here.', hint: 'Write "key": value.' },
  CommaExpected: { message: 'A comma is missing before this.', hint: 'Put a comma after the entry before.' },
  CloseBraceExpected: { message: 'A } is missing here.', hint: 'Close the object.' },
  CloseBracketExpected: { message: 'A ] is missing here.', hint: 'Close the list.' },
  EndOfFileExpected: {
    message: 'Nothing may follow the document.',
    hint: 'Remove what stands after the last }.',
  },
  InvalidCommentToken: { message: 'JSON has no comments.', hint: 'Remove the comment.' },
  UnexpectedEndOfComment: { message: 'JSON has no comments.', hint: 'Remove the comment.' },
  UnexpectedEndOfString: { message: 'This text is not closed.', hint: 'Add the closing double quote.' },
  UnexpectedEndOfNumber: { message: 'This number is not finished.', hint: 'Write it like 12 or 12.5.' },
  InvalidUnicode: { message: 'This is not a \\u escape.', hint: 'Write \\u and four hexadecimal digits.' },
  InvalidEscapeCharacter: { message: 'There is no such escape.', hint: 'Write \\\\ for a backslash itself.' },
  InvalidCharacter: {
    message: 'This character may not stand in JSON.',
    hint: 'Write a line break in a text as \\n, a tab as \\t.',
  },
}
