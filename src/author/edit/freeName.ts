/** `wanted`, or with the first number from 2 on that makes it unique. At most 64 characters, as for all names. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count++) {
    const end = `_${count}`
    name = wanted.slice(0, LONGEST_NAME - end.length) + end
  }
  return name
}

const LONGEST_NAME = 64
