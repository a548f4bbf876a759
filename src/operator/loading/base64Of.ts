/** Bytes of a file in base64. */
export async function base64Of(file: File): Promise<string> {
  const reader = new FileReader()
  const read = new Promise<string>((resolve, reject) => {
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(reader.error ?? new Error('The file can’t be read.'))
  })
  reader.readAsDataURL(file)
  const address = await read
  return address.slice(address.indexOf(',') + 1)
}
