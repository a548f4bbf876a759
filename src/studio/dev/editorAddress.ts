import type { TextPlace } from '../panes/Place.tsx'

/** Address that opens a place of the flow file at `flowFile`, or of a file beside it, in VS Code. Source: code.visualstudio.com,
 *  "Opening VS Code with URLs". */
export function editorAddress(flowFile: string, place: TextPlace): string {
  const file = besideFlow(flowFile, place).replaceAll('\\', '/')
  return `vscode://file${file.startsWith('/') ? '' : '/'}${encodeURI(file)}:${place.line}:${place.column ?? 1}`
}

/** Absolute path of the file of a place. */
export function besideFlow(flowFile: string, { file }: TextPlace): string {
  return file === undefined ? flowFile : flowFile.replace(/[^/\\]+$/, file)
}
