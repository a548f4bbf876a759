/** What a process took from a bucket of a limit: the time after which that has come back. */
export interface Taken {
  key: string
  costMs: number
}
