import { fileURLToPath, pathToFileURL } from 'node:url'
import { dirname, join } from 'node:path'
import {
  CodeActionKind,
  DiagnosticSeverity,
  type CodeAction,
  type Connection,
  type Diagnostic,
  type Range,
  type TextDocuments,
} from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Located } from '../../../schemas/author/problem.ts'
import { openText, tokenAt } from '../../author/complete/openText.ts'
import { besides } from '../../author/document/checkFiles.ts'
import { problemsOf } from '../../author/problemsOf.ts'
import { isError } from '../../author/kernel/weights.ts'
import { openProver, type Prover } from '../../preview/prover.ts'
import { LANGUAGE_SERVER } from '../../author/complete/completionWords.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { problemPage } from '../words/report.ts'
import { isFlow } from './isFlow.ts'

interface DiagnosticsDeps {
  connection: Connection
  documents: TextDocuments<TextDocument>
  now: () => number
}

/** Problems of the open flows: all of them a moment after the last keystroke, and those found by a proof as soon as it is done. */
export interface Diagnostics {
  /** Fixes for the problems in a range. */
  fixesIn(uri: string, range: Range): CodeAction[]
}

/** Delay that spares authors who are still typing. */
const QUIET_MS = 200

export function openDiagnostics({ connection, documents, now }: DiagnosticsDeps): Diagnostics {
  const timers = new Map<string, NodeJS.Timeout>()
  /** Diagnostics sent for each open flow. */
  const known = new Map<string, { problems: readonly Located[]; uris: ReadonlySet<string> }>()
  let prover: Prover | undefined

  function later(document: TextDocument, delayMs: number): void {
    clearTimeout(timers.get(document.uri))
    timers.set(
      document.uri,
      setTimeout(() => void check(document.uri).catch(fail), delayMs),
    )
  }

  /** Logs a fault of ours to the editor, which keeps working. */
  const fail = (error: unknown) => connection.console.error(String((error as Error).stack ?? error))

  async function check(uri: string): Promise<void> {
    const document = documents.get(uri)
    if (!document) return
    if (!isFlow(document)) return known.has(uri) ? send(document, []) : undefined
    const { version } = document
    const [text, file, today] = [document.getText(), fileOf(uri), newYorkDate(now())]
    const problems = problemsOf(text, file === null ? undefined : besides(file), today, null)
    send(document, problems)
    if (file === null || problems.some(isError)) return
    prover ??= openProver()
    const proved = await prover.prove({ source: Buffer.from(text), file, today })
    if (proved && documents.get(uri)?.version === version) send(document, proved.problems)
  }

  function send(document: TextDocument, problems: readonly Located[]): void {
    const { uri } = document
    const byFile = Map.groupBy(problems, ({ file }) => (file === undefined ? uri : beside(uri, file)))
    const before = known.get(uri)?.uris ?? []
    for (const other of new Set([uri, ...before, ...byFile.keys()])) {
      const own = byFile.get(other) ?? []
      const diagnostics = own.map((problem) =>
        other === uri ? inFlow(document, problem) : diagnostic(problem, onePlace(problem)),
      )
      void connection.sendDiagnostics({ uri: other, diagnostics })
    }
    known.set(uri, { problems, uris: new Set(byFile.keys()) })
  }

  documents.onDidChangeContent(({ document }) => later(document, QUIET_MS))
  documents.onDidSave(({ document }) => later(document, 0))
  documents.onDidClose(({ document }) => {
    clearTimeout(timers.get(document.uri))
    if (known.has(document.uri)) send(document, [])
    timers.delete(document.uri)
    known.delete(document.uri)
  })

  return {
    fixesIn(uri, range) {
      const document = documents.get(uri)
      if (!document) return []
      return (known.get(uri)?.problems ?? []).flatMap((problem) => fixOf(document, problem, range) ?? [])
    },
  }
}

function inFlow(document: TextDocument, problem: Located): Diagnostic {
  const start = onePlace(problem).start
  const token = tokenAt(openText(document.getText()), document.offsetAt(start))?.node
  const end = document.positionAt(document.offsetAt(start) + (token?.length ?? 1))
  const relatedInformation = [...(problem.conflict ?? []), ...(problem.rules ?? [])].map((named) => ({
    location: { uri: document.uri, range: onePlace(named) },
    message: `${named.step}: ${named.rule}`,
  }))
  return {
    ...diagnostic(problem, { start, end }),
    ...(relatedInformation.length > 0 && { relatedInformation }),
  }
}

function diagnostic({ weight, code, message, hint }: Located, range: Range): Diagnostic {
  const severity = weight === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning
  const codeDescription = { href: problemPage(code) }
  return { range, severity, code, codeDescription, source: 'leadloom', message: `${message} ${hint}` }
}

/** Lines and columns count from 0 in the protocol. */
function onePlace({ line, column }: Pick<Located, 'line' | 'column'>): Range {
  const start = { line: line - 1, character: column - 1 }
  return { start, end: start }
}

/** The change that fixes a problem within `range`, unless the text it would replace is gone. */
function fixOf(document: TextDocument, problem: Located, range: Range): CodeAction | undefined {
  const { fix } = problem
  if (!fix) return undefined
  const diagnostic = inFlow(document, problem)
  if (!meet(diagnostic.range, range)) return undefined
  const place = {
    start: onePlace(fix).start,
    end: onePlace({ line: fix.line, column: fix.end_column }).start,
  }
  if (document.getText(place) !== fix.written) return undefined
  return {
    title: LANGUAGE_SERVER.fix(fix.text),
    kind: CodeActionKind.QuickFix,
    isPreferred: true,
    diagnostics: [diagnostic],
    edit: { changes: { [document.uri]: [{ range: place, newText: fix.text }] } },
  }
}

function meet(a: Range, b: Range): boolean {
  const isBefore = (one: Range, other: Range) =>
    one.end.line < other.start.line ||
    (one.end.line === other.start.line && one.end.character < other.start.character)
  return !isBefore(a, b) && !isBefore(b, a)
}

/** File of a document; null if it isn't on a disk of this machine. */
function fileOf(uri: string): string | null {
  try {
    return fileURLToPath(uri)
  } catch {
    return null
  }
}

function beside(uri: string, name: string): string {
  const file = fileOf(uri)
  return file === null ? uri : pathToFileURL(join(dirname(file), name)).href
}
