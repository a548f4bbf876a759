import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as all } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import {
  CodeActionRequest,
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  RenameRequest,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type CodeAction,
  type CompletionItem,
  type Diagnostic,
  type Hover,
  type Location,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'

/** An editor with `leadloom lsp` running, started as editors start it. */
async function editor() {
  const child = spawn(process.execPath, ['src/cli/leadloom.js', 'lsp', '--stdio'], { stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const errors = all(child.stderr)
  const server = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const published: { uri: string; version?: number; diagnostics: Diagnostic[] }[] = []
  server.onNotification(PublishDiagnosticsNotification.type, (one) => void published.push(one))
  server.listen()
  const { capabilities } = await server.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  })
  await server.sendNotification(InitializedNotification.type, {})
  return { server, capabilities, published, exit, errors }
}

/** A document in an editor, changed one part at a time, as people do. */
function openIn(server: Awaited<ReturnType<typeof editor>>['server'], uri: string, text: string) {
  const shown = TextDocument.create(uri, 'json', 1, text)
  void server.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'json', version: 1, text },
  })
  const at = (words: string, within = 0) => ({
    textDocument: { uri },
    position: shown.positionAt(shown.getText().indexOf(words) + within),
  })
  const change = async (edits: { range: Diagnostic['range']; newText: string }[]) => {
    const changes = edits.map(({ range, newText }) => ({ range, text: newText }))
    TextDocument.update(shown, changes, shown.version + 1)
    await server.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: shown.version },
      contentChanges: changes,
    })
  }
  return { at, change, text: () => shown.getText() }
}

test('an editor gets completion, hovers, fixes and renames for flows, and none for other documents', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-lsp-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync('fixtures/sites/yardstick', join(folder, 'my site'), { recursive: true })
  const file = join(folder, 'my site', 'flow.json')
  const good = readFileSync(file, 'utf8')
  // The emoji before it on its line takes two UTF-16 units but is one character.
  const title = /"title": "([^"]*)",/.exec(good)!
  const wrong = good
    .replace(title[0], `"title": "😀", "styl": "yardstick",`)
    .replace(/ *"style": "[^"]*",\n/, '')
  writeFileSync(file, good)

  const { server, capabilities, published, exit, errors } = await editor()
  expect(capabilities.positionEncoding).toBe('utf-16')
  const uri = pathToFileURL(file).href
  const flow = openIn(server, uri, wrong)
  const problems = () => published.findLast((one) => one.uri === uri)?.diagnostics
  await expect.poll(() => problems()?.map(({ code }) => code)).toEqual(['unknown_key'])
  const { range } = problems()![0]!
  expect(range).toEqual({ start: flow.at('"styl"').position, end: flow.at('"styl"', 6).position })

  const [fix] = (await server.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range,
    context: { diagnostics: problems()! },
  })) as [CodeAction]
  expect(fix).toMatchObject({ title: 'Change to "style"', kind: 'quickfix', isPreferred: true })
  await flow.change(fix.edit!.changes![uri]!)
  expect(flow.text()).toContain('"title": "😀", "style": "yardstick"')
  await expect.poll(problems).toEqual([])

  const field = /"field": "(\w+)"/.exec(good)![1]!
  const inField = flow.at(`"field": "${field}"`, 11)
  const items = (await server.sendRequest(CompletionRequest.type, inField)) as CompletionItem[]
  expect(items.find(({ label }) => label === field)?.documentation).toMatch(/Asked on \w+\/\w+/)
  const hover = (await server.sendRequest(HoverRequest.type, inField)) as Hover
  expect(hover.contents).toMatchObject({ value: expect.stringContaining('Answer to “') as string })
  const [place] = (await server.sendRequest(DefinitionRequest.type, inField)) as Location[]
  const declared = flow.text().split('\n')[place!.range.start.line]!
  expect(declared.slice(place!.range.start.character, place!.range.end.character)).toBe(field)
  expect(declared).toContain('"backend_field_name"')

  const renamed = await server.sendRequest(RenameRequest.type, { ...inField, newName: 'another' })
  await flow.change(renamed!.changes![uri]!.toReversed())
  expect(flow.text()).not.toContain(`"field": "${field}"`)
  const taken = server.sendRequest(RenameRequest.type, { ...flow.at('"another"', 2), newName: 'no name' })
  await expect(taken).rejects.toThrow('rename this to "no name"')

  const warnings: string[] = []
  server.onNotification(ShowMessageNotification.type, ({ message }) => void warnings.push(message))
  const inPhone = flow.at('"phone", "label": "Phone number"', 2)
  await server.sendRequest(RenameRequest.type, { ...inPhone, newName: 'mobile' })
  expect(warnings).toEqual([expect.stringContaining('Only a field named phone is also sent')])

  const inKey = flow.at('"style"')
  const [key] = (await server.sendRequest(CompletionRequest.type, inKey)) as CompletionItem[]
  expect(key?.textEdit?.newText).toContain('$0')

  const other = pathToFileURL(join(folder, 'package.json')).href
  const manifest = openIn(server, other, '{ "name": "x", "version": 1 }')
  expect(await server.sendRequest(CompletionRequest.type, manifest.at('"name"'))).toBeNull()
  expect(await server.sendRequest(HoverRequest.type, manifest.at('"name"', 2))).toBeNull()

  await server.sendRequest(ShutdownRequest.type)
  await server.sendNotification(ExitNotification.type)
  expect(await exit).toBe(0)
  expect(published.map((one) => one.uri)).not.toContain(other)
  expect(await errors).toBe('')
})

test('a byte order mark from the editor shifts no mark, fix, or name', async () => {
  const { server, published } = await editor()
  const uri = 'untitled:flow.json'
  const good = readFileSync('fixtures/sites/yardstick/flow.json', 'utf8')
  const flow = openIn(server, uri, `\ufeff${good.replace('{\n  "$schema"', '{ "styl": "", "$schema"')}`)
  const problem = () =>
    published.findLast((one) => one.uri === uri)?.diagnostics.find(({ code }) => code === 'unknown_key')
  await expect.poll(problem).toMatchObject({
    range: { start: flow.at('"styl"').position, end: flow.at('"styl"', 6).position },
  })
  const [item] = (await server.sendRequest(CompletionRequest.type, flow.at('"field": "', 11))) as [
    CompletionItem,
  ]
  expect(item.textEdit).toMatchObject({ range: { start: flow.at('"field": "', 10).position } })
  expect(await server.sendRequest(HoverRequest.type, flow.at('"offer_order"', 2))).not.toBeNull()
})
