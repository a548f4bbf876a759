/** Which path to show: the one the address asks for, else the one kept, else the product's own, else the first.
 *  Null when the address asks for one that does not exist, and when there are none. */
export function choosePath(
  paths: readonly string[],
  { asked, stored, product }: { asked: string | null; stored: string | null; product: string },
): string | null {
  if (asked !== null) return paths.includes(asked) ? asked : null
  const wishes = [stored, product.toLowerCase()]
  return wishes.find((wish) => wish !== null && paths.includes(wish)) ?? paths[0] ?? null
}
