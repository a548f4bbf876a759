/** Memory of a process at an instant. */
export interface Reading {
  atMs: number
  bytes: number
}

/** Growth in bytes an hour: the slope of the straight line that fits the readings best (least squares). */
export function growthPerHour(readings: readonly Reading[]): number {
  const mean = (of: (reading: Reading) => number) =>
    readings.reduce((sum, reading) => sum + of(reading), 0) / readings.length
  const [at, bytes] = [mean(({ atMs }) => atMs), mean(({ bytes }) => bytes)]
  const together = mean((reading) => (reading.atMs - at) * (reading.bytes - bytes))
  const apart = mean(({ atMs }) => (atMs - at) ** 2)
  return (together / apart) * 3_600_000
}
