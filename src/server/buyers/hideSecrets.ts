/** Returns a function that replaces each secret in a text, however it is encoded there. */
export function hiding(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      new URLSearchParams({ '': secret }).toString().slice(1),
    ])
    .sort((a, b) => b.length - a.length)
  return (text) => spellings.reduce((shown, spelling) => shown.replaceAll(spelling, HIDDEN), text)
}

const HIDDEN = '•••'
