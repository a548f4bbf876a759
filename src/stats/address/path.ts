/** Chooses the path to show: the one in the address, else the stored one, else the product's own, else the first. Null if the address
 *  has one that does not exist, or if there are no paths. */
export function choosePath(
  paths: readonly string[],
  { asked, stored, product }: { asked: string | null; stored: string | null; product: string },
): string | null {
  if (asked !== null) return paths.includes(asked) ? asked : null
  const wishes = [stored, product.toLowerCase()]
  return wishes.find((wish) => wish !== null && paths.includes(wish)) ?? paths[0] ?? null
}
