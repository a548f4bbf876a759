import type { TSchema } from 'typebox'
import { Buyer } from '../../../schemas/buyer/buyer.ts'

/** Secrets of a buyer: the members that its schema marks `writeOnly`. Each is named by its place, such as `suppliers/default/key`. */

/** A buyer's document with its secrets replaced by empty strings. */
export type OpenDocument = Readonly<Record<string, unknown>>
export type Secrets = Readonly<Record<string, string>>

/** Takes the secrets out of a document. */
export function withoutSecrets(document: OpenDocument): { document: OpenDocument; secrets: Secrets } {
  const secrets: [place: string, secret: string][] = []
  const rest = withSecrets(document, (place, secret) => {
    if (secret !== '') secrets.push([place, secret])
    return ''
  })
  return { document: rest, secrets: Object.fromEntries(secrets) }
}

/** Fills the empty secrets of a document from the saved ones. Secrets that aren't saved stay empty. */
export function joined(document: OpenDocument, kept: Secrets): OpenDocument {
  return withSecrets(document, (place, secret) => secret || (Object.hasOwn(kept, place) ? kept[place]! : ''))
}

/** Places of the secrets that are empty. */
export function emptySecrets(document: OpenDocument): string[] {
  const places: string[] = []
  withSecrets(document, (place, secret) => {
    if (secret === '') places.push(place)
    return secret
  })
  return places
}

/** Saved secrets that a changed document may keep. A secret that is sent to the buyer isn't kept when the host changes; otherwise anyone
 *  who can edit a buyer could read its secrets. */
export function keptFor(before: OpenDocument, after: OpenDocument, kept: Secrets): Secrets {
  const known = originsIn(before)
  if ([...originsIn(after)].every((origin) => known.has(origin))) return kept
  return Object.fromEntries(Object.entries(kept).filter(([place]) => NEVER_SENT.has(place)))
}

/** Secrets that the buyer shows to us, so they never leave the server. */
const NEVER_SENT: ReadonlySet<string> = new Set(['return_key'])

function withSecrets(document: OpenDocument, onSecret: OnSecret): OpenDocument {
  return mapped(document, Buyer as Shape, { onSecret, place: '' }) as OpenDocument
}

type OnSecret = (place: string, secret: string) => string

/** JSON Schema keywords that lead to the members of a value. */
interface Shape extends TSchema {
  writeOnly?: boolean
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  additionalProperties?: boolean | Shape
  items?: Shape
  anyOf?: Shape[]
}

function mapped(
  value: unknown,
  shape: Shape | undefined,
  { onSecret, place }: { onSecret: OnSecret; place: string },
): unknown {
  if (!shape) return value
  if (typeof value === 'string') return shape.writeOnly ? onSecret(place, value) : value
  if (typeof value !== 'object' || value === null) return value
  const within = (name: string | number) => ({ onSecret, place: place ? `${place}/${name}` : `${name}` })
  if (Array.isArray(value)) return value.map((one, i) => mapped(one, shape.items, within(i)))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      mapped(member, memberOf(shape, name), within(name)),
    ]),
  )
}

function memberOf(
  { properties, patternProperties, additionalProperties, anyOf }: Shape,
  name: string,
): Shape | undefined {
  if (properties && Object.hasOwn(properties, name)) return properties[name]
  for (const [pattern, shape] of Object.entries(patternProperties ?? {}))
    if (new RegExp(pattern).test(name)) return shape
  if (typeof additionalProperties === 'object') return additionalProperties
  for (const shape of anyOf ?? []) {
    const found = memberOf(shape, name)
    if (found) return found
  }
  return undefined
}

/** Origins, with their ports, of all addresses in a document. */
function originsIn(value: unknown): Set<string> {
  if (typeof value === 'string') {
    const url = /^https?:/i.test(value) ? URL.parse(value) : null
    return new Set(url ? [url.origin] : [])
  }
  if (typeof value !== 'object' || value === null) return new Set()
  return new Set(Object.values(value).flatMap((member) => [...originsIn(member)]))
}
