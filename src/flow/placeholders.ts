import type { FieldValue } from './answers/fields.ts'

/** Placeholders in the words of a flow: `{{buyers}}`, `{{phone}}`, `{{product}}`, `{{field:NAME}}`. */

/** A tag, which is left as is, or the contents of double braces. */
const PART = /<[^<>]*>|\{\{([^{}]*)\}\}/g

/** `text` with each placeholder replaced once: values are never searched for placeholders. Those inside a tag stay. */
export function fillIn(text: string, valueOf: (name: string) => string): string {
  return text.replace(PART, (part, name?: string) => (name === undefined ? part : valueOf(name.trim())))
}

/** Fills the product's name into a text. */
export function withProduct(text: string, productName: string): string {
  return fillIn(text, (name) => (name === 'product' ? productName : ''))
}

/** Names of the placeholders in a text, in order, except those within a tag. */
export function placeholders(text: string): string[] {
  return Array.from(text.matchAll(PART), ([, name]) => name?.trim() ?? []).flat()
}

/** A placeholder that lacks a brace, as written, with its index: a visitor would read it. */
export function brokenPlaceholder(text: string): { written: string; index: number } | undefined {
  const found = BROKEN.exec(text.replace(PART, (part) => ' '.repeat(part.length)))
  return found ? { written: found[0], index: found.index } : undefined
}

/** Names are limited: otherwise, a long text without blanks would be searched again from each of its characters. */
const BROKEN = /\{\{ *[^{}\s]{0,80}\}?|\{?[^{}\s]{0,80}\}\}|\{ *(product|buyers|phone|field:\w+) *\}/

/** Field that a placeholder refers to; undefined for any other. */
export function placeholderField(name: string): string | undefined {
  return /^field:([A-Za-z][A-Za-z0-9_]*)$/.exec(name)?.[1]
}

/** A visitor's value as markup that is only text. */
export function asMarkup(value: FieldValue | undefined): string {
  const text = [value ?? []].flat().join(', ')
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
