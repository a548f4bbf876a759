/** Runs `act` for 0 to `count` - 1, `together` at a time. */
export async function inTurns<T>(
  count: number,
  together: number,
  act: (n: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const work = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await act(n)
  }
  await Promise.all(Array.from({ length: together }, work))
  return results
}
