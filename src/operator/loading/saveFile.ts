/** Downloads a file. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has read the address by the next task; without this, the bytes would stay in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
