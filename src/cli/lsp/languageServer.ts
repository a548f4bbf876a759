import {
  CompletionItemKind,
  ErrorCodes,
  InsertTextFormat,
  MessageType,
  PositionEncodingKind,
  ResponseError,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
  type CompletionItem,
  type Connection,
  type TextDocumentPositionParams,
  type TextEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { forEditors } from '../../../schemas/editors.ts'
import { FlowDocument } from '../../../schemas/flow/flow.ts'
import { completeAt, type Completion, type Edit } from '../../author/complete/completeAt.ts'
import { hoverAt } from '../../author/complete/hoverAt.ts'
import {
  definitionsAt,
  mentionAt,
  mentionsAt,
  renameAt,
  type Mention,
} from '../../author/complete/mentions.ts'
import type { Shape } from '../../author/complete/shapes.ts'
import { nameWarnings } from '../../author/edit/renameField.ts'
import { LANGUAGE_SERVER } from '../../author/complete/completionWords.ts'
import { openDiagnostics } from './diagnostics.ts'
import { isFlow } from './isFlow.ts'

/** Answers an editor's requests about open flows, and ignores other documents. Source: Language Server Protocol 3.17. Positions count
 *  UTF-16 units, its default. */
export function serveLanguage(connection: Connection, now: () => number): void {
  const schema = forEditors(FlowDocument) as Shape
  const documents = new TextDocuments(TextDocument)
  const diagnostics = openDiagnostics({ connection, documents, now })
  let takesSnippets = false

  /** The flow and the place that a request is about; null if the document isn't a flow. */
  const placeOf = ({ textDocument, position }: TextDocumentPositionParams) => {
    const document = documents.get(textDocument.uri)
    if (!document || !isFlow(document)) return null
    return { document, text: document.getText(), offset: document.offsetAt(position) }
  }

  connection.onInitialize(({ capabilities }) => {
    takesSnippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport ?? false
    return {
      serverInfo: { name: 'leadloom' },
      capabilities: {
        positionEncoding: PositionEncodingKind.UTF16,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        completionProvider: { triggerCharacters: ['"', ':', '{'] },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: ['quickfix'] },
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
      },
    }
  })

  connection.onCompletion((params) => {
    const place = placeOf(params)
    if (!place) return null
    const { from, items } = completeAt(place.text, place.offset, schema)
    return items.map((completion, index) => ({
      ...itemOf(completion, { document: place.document, takesSnippets }),
      // The input is compared with all the text that the change replaces, including a quote before it.
      filterText: place.text.slice(completion.edit.from, from) + completion.label,
      // Keeps our order, because editors sort alphabetically.
      sortText: String(index).padStart(5, '0'),
    }))
  })

  connection.onHover((params) => {
    const place = placeOf(params)
    const hover = place && hoverAt(place.text, place.offset, schema)
    if (!hover) return null
    return {
      contents: { kind: 'plaintext', value: hover.about.join('\n\n') },
      range: rangeOf(place.document, hover),
    }
  })

  connection.onCodeAction(({ textDocument, range }) => diagnostics.fixesIn(textDocument.uri, range))

  connection.onDefinition((params) => {
    const place = placeOf(params)
    return place && locations(place.document, definitionsAt(place.text, place.offset))
  })

  connection.onReferences((params) => {
    const place = placeOf(params)
    if (!place) return null
    const named = mentionsAt(place.text, place.offset)
    return locations(
      place.document,
      named.filter(({ declares }) => params.context.includeDeclaration || !declares),
    )
  })

  connection.onPrepareRename((params) => {
    const place = placeOf(params)
    const mention = place && mentionAt(place.text, place.offset)
    if (!mention || !renameAt(place.text, place.offset, mention.name)) return null
    return { range: rangeOf(place.document, mention), placeholder: mention.name }
  })

  connection.onRenameRequest((params) => {
    const place = placeOf(params)
    if (!place) return null
    const edits = renameAt(place.text, place.offset, params.newName)
    if (!edits) throw new ResponseError(ErrorCodes.InvalidParams, LANGUAGE_SERVER.notRenamed(params.newName))
    const { naming, name } = mentionAt(place.text, place.offset)!
    // The answer to a rename has only the changes, so their other effects are reported separately.
    for (const warning of naming.kind === 'field' ? nameWarnings(name, params.newName) : [])
      void connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Warning,
        message: warning,
      })
    return { changes: { [params.textDocument.uri]: edits.map((edit) => textEdit(place.document, edit)) } }
  })

  documents.listen(connection)
  connection.listen()
}

function itemOf(
  { label, kind, about, edit, caret }: Completion,
  { document, takesSnippets }: { document: TextDocument; takesSnippets: boolean },
): CompletionItem {
  const item = { label, kind: KINDS[kind], documentation: about }
  if (caret === undefined || !takesSnippets) return { ...item, textEdit: textEdit(document, edit) }
  const escaped = (text: string) => text.replace(/[$}\\]/g, '\\$&')
  const snippet = `${escaped(edit.text.slice(0, caret))}$0${escaped(edit.text.slice(caret))}`
  return {
    ...item,
    textEdit: textEdit(document, { ...edit, text: snippet }),
    insertTextFormat: InsertTextFormat.Snippet,
  }
}

const KINDS: Record<Completion['kind'], CompletionItemKind> = {
  key: CompletionItemKind.Property,
  word: CompletionItemKind.EnumMember,
  placeholder: CompletionItemKind.Variable,
  field: CompletionItemKind.Field,
  value: CompletionItemKind.Value,
  question: CompletionItemKind.Reference,
  answer: CompletionItemKind.Reference,
  offer: CompletionItemKind.Reference,
  step: CompletionItemKind.Reference,
  buyer: CompletionItemKind.Reference,
}

function textEdit(document: TextDocument, edit: Edit): TextEdit {
  return { range: rangeOf(document, edit), newText: edit.text }
}

function locations(document: TextDocument, mentions: readonly Mention[]) {
  return mentions.map((mention) => ({ uri: document.uri, range: rangeOf(document, mention) }))
}

function rangeOf(document: TextDocument, { from, to }: { from: number; to: number }) {
  return { start: document.positionAt(from), end: document.positionAt(to) }
}
