/** Which path to show: the one the address asks for, else the one kept, else the product's own, else the first.
 *  A path that does not exist is passed over. Null when there are none. */
export function choosePath(
  paths: readonly string[],
  { asked, kept, product }: { asked: string | null; kept: string | null; product: string },
): string | null {
  const wishes = [asked, kept, product.toLowerCase()]
  return wishes.find((wish) => wish !== null && paths.includes(wish)) ?? paths[0] ?? null
}
