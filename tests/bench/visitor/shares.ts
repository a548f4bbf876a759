export function median(values: number[]): number {
  return share(values, 0.5)
}

/** Value below which this share of all values is. */
export function share(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}
