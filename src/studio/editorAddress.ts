/** The address by which VS Code opens a file at a place. Source: code.visualstudio.com, "Opening VS Code with URLs". */
export function editorAddress(file: string, line: number, column = 1): string {
  return `vscode://file${file.startsWith('/') ? '' : '/'}${encodeURI(file.replaceAll('\\', '/'))}:${line}:${column}`
}
