/** Gives a file to the browser to keep. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has read the address by the next task; the bytes would stay for as long as the page.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
