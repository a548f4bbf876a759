import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { withoutMark } from '../kernel/byteOrderMark.ts'
import { DOCUMENT_PROBLEMS } from '../kernel/documentProblems.ts'

/** Parsed JSON: its text as it was parsed, and its tree or the fault that prevents one. */
export type Parsed = { text: string } & ({ root: Node } | { fault: Fault })

export interface Fault {
  /** Offset in the text. */
  offset: number
  message: string
  hint: string
}

/** Reads a JSON text, or the bytes of its file. Reports only the first fault, as later ones are mostly the parser recovering. Skips a
 *  byte order mark: editors don't count that of a file, but an editor that hands it over in a text does. Source: RFC 8259, 8.1. */
export function parse(source: string | Uint8Array): Parsed {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(withoutMark(source)) : source
  const text = new TextDecoder().decode(bytes)
  const unfit = notUtf8(bytes) ?? empty(text) ?? outOfBounds(text)
  if (unfit) return { text, fault: unfit }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  const [first] = errors
  return first || !root ? { text, fault: syntaxFault(first, text) } : { text, root }
}

function notUtf8(bytes: Uint8Array): Fault | undefined {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return undefined
  } catch {
    // The position of the error is searched for only then.
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let offset = 0
  try {
    for (const byte of bytes) offset += decoder.decode(Uint8Array.of(byte), { stream: true }).length
  } catch {
    // Valid up to here.
  }
  return { offset, ...DOCUMENT_PROBLEMS.notUtf8 }
}

function empty(text: string): Fault | undefined {
  return text.trim() === '' ? { offset: 0, ...DOCUMENT_PROBLEMS.emptyFile } : undefined
}

/** The demo sites nest 12 levels. Everything that walks a document, starting with the parser, recurses at each level. */
const DEEPEST = 100

/** A flow of 5 MB has about 150,000 values if written like the demo sites. Each becomes several objects. */
const MOST_VALUES = 200_000

/** Finds what would make a tree too deep or too large, before building it. */
function outOfBounds(text: string): Fault | undefined {
  let [depth, values] = [0, 1]
  for (const { 0: token, index: offset } of text.matchAll(STRINGS_AND_SIGNS)) {
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    if (token === '{' || token === '[' || token === ',') values++
    if (depth > DEEPEST) return { offset, ...DOCUMENT_PROBLEMS.nestedTooDeep(DEEPEST) }
    if (values > MOST_VALUES) return { offset, ...DOCUMENT_PROBLEMS.tooManyValues(MOST_VALUES) }
  }
  return undefined
}

const STRINGS_AND_SIGNS = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[[\]{},]/g
const STRINGS_AND_BRACKETS = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[[\]{}]/g

/** Parser errors at the end of the text or of the document in it: the brackets may not match. */
const UNEVEN = ['CloseBraceExpected', 'CloseBracketExpected', 'EndOfFileExpected']

const LINES_STRINGS_AND_BRACKETS = new RegExp(`\\n[^\\S\\n]*|${STRINGS_AND_BRACKETS.source}`, 'g')

/** The first closing bracket with another indentation than the line of its opening bracket: one in between is missing or extra. The
 *  balance of the whole text decides which, as odd indentation of the other kind is just habit. */
function misindented(text: string): Fault | undefined {
  const open: { token: string; line: number; indent: number }[] = []
  const first: { missing?: Fault; extra?: Fault } = {}
  let [line, indent, begins, surplus] = [1, 0, 0, 0]
  for (const { 0: token, index } of text.matchAll(LINES_STRINGS_AND_BRACKETS)) {
    if (token.startsWith('\n')) [line, indent, begins] = [line + 1, token.length - 1, index + token.length]
    if (token === '{' || token === '[') open.push({ token, line, indent })
    if (token !== '}' && token !== ']') continue
    const opened = open.pop()
    if (!opened) surplus++
    if (!opened || index !== begins || indent === opened.indent) continue
    const word = indent < opened.indent ? 'missing' : 'extra'
    first[word] ??= {
      offset: index,
      ...DOCUMENT_PROBLEMS.bracketsCross(token, opened.token, opened.line, word),
    }
  }
  return open.length === surplus ? undefined : first[open.length > surplus ? 'missing' : 'extra']
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
  const { message, hint } = slip ?? SYNTAX[name] ?? DOCUMENT_PROBLEMS.notJson(name)
  return { offset, message, hint }
}

/** Explanations that need the text at the error, as the parser's error code is too vague. */
const SLIPS: { in: string[]; begins: RegExp; after?: string; message: string; hint: string }[] = [
  // Every other byte of UTF-16 is NUL.
  { in: ['InvalidSymbol'], begins: /^\0/, ...DOCUMENT_PROBLEMS.notUtf8 },
  {
    in: ['InvalidSymbol'],
    begins: /^'/,
    ...DOCUMENT_PROBLEMS.singleQuotes,
  },
  {
    in: ['InvalidSymbol'],
    begins: /^[“”„‘’]/,
    ...DOCUMENT_PROBLEMS.typographicQuotes,
  },
  // Characters pasted from web pages and word processors that look like a space or like nothing.
  {
    in: ['InvalidSymbol'],
    begins: /^(true|false|null)?([^\P{White_Space}\p{Cc}\x20]|\p{Cf})/u,
    ...DOCUMENT_PROBLEMS.oddSpace,
  },
  {
    in: ['InvalidSymbol'],
    begins: /^#/,
    ...DOCUMENT_PROBLEMS.comment,
  },
  {
    in: ['InvalidSymbol'],
    begins: /^=/,
    ...DOCUMENT_PROBLEMS.noColonBetween,
  },
  {
    in: ['InvalidSymbol'],
    begins: /^[^\s"]/,
    after: '"',
    ...DOCUMENT_PROBLEMS.quoteWithinText,
  },
  {
    in: ['InvalidSymbol'],
    begins: /^(true|false|null|yes|no|none|undefined)\b/i,
    ...DOCUMENT_PROBLEMS.notWrittenSo,
  },
  {
    in: ['PropertyNameExpected', 'ValueExpected'],
    begins: /^[}\]]/,
    ...DOCUMENT_PROBLEMS.commaTooMany,
  },
  {
    in: ['CommaExpected'],
    begins: /^\}/,
    ...DOCUMENT_PROBLEMS.listOpen,
  },
  {
    in: ['CommaExpected'],
    begins: /^\]/,
    ...DOCUMENT_PROBLEMS.objectOpen,
  },
]

const SYNTAX: Record<string, { message: string; hint: string }> = {
  InvalidSymbol: DOCUMENT_PROBLEMS.notAWord,
  InvalidNumberFormat: DOCUMENT_PROBLEMS.notANumber,
  PropertyNameExpected: DOCUMENT_PROBLEMS.keyMissing,
  ValueExpected: DOCUMENT_PROBLEMS.valueMissing,
  ColonExpected: DOCUMENT_PROBLEMS.colonMissing,
  CommaExpected: DOCUMENT_PROBLEMS.commaMissing,
  CloseBraceExpected: DOCUMENT_PROBLEMS.braceMissing,
  CloseBracketExpected: DOCUMENT_PROBLEMS.bracketMissing,
  EndOfFileExpected: DOCUMENT_PROBLEMS.somethingFollows,
  InvalidCommentToken: DOCUMENT_PROBLEMS.comment,
  UnexpectedEndOfComment: DOCUMENT_PROBLEMS.comment,
  UnexpectedEndOfString: DOCUMENT_PROBLEMS.textOpen,
  UnexpectedEndOfNumber: DOCUMENT_PROBLEMS.numberUnfinished,
  InvalidUnicode: DOCUMENT_PROBLEMS.badUnicode,
  InvalidEscapeCharacter: DOCUMENT_PROBLEMS.noSuchEscape,
  InvalidCharacter: DOCUMENT_PROBLEMS.noSuchCharacter,
}
