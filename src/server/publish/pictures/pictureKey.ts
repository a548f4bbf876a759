/** What a made file of a picture is kept as in the store. */
export function pictureKey(name: string): string {
  return `picture/${name}`
}
