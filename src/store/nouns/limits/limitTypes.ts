/** Cost that a process took from a limit's bucket: the time until it has refilled. */
export interface Taken {
  key: string
  costMs: number
}
