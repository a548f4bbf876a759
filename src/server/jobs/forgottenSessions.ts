/** Answer to a request whose person was forgotten. */
export function forgottenSessions(count: number): string {
  return `Erased from ${count.toLocaleString('en-US')} ${count === 1 ? 'session' : 'sessions'}.`
}
