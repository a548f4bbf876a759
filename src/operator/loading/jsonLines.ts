/** Passes on each line of JSON of a stream as it arrives. */
export async function readJsonLines<Line>(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onLine: (line: Line) => void,
): Promise<void> {
  let rest = ''
  for await (const text of piecesOf(stream)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(JSON.parse(line) as Line)
  }
}

/** Not all browsers can iterate over a stream. */
async function* piecesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
