/** The name of a lead's person, as flows call it; null where it is not known. */
export function nameIn(lead: Readonly<Record<string, string | string[] | undefined>>): string | null {
  const text = (field: string) => [lead[field] ?? []].flat().join(' ').trim()
  const name = [text('first_name'), text('last_name')].filter(Boolean).join(' ')
  return name || text('full_name') || text('name') || null
}
