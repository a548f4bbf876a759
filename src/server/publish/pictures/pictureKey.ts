/** Key of a picture's made file in the store. */
export function pictureKey(name: string): string {
  return `picture/${name}`
}
