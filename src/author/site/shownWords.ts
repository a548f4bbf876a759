/** All that visitors may read of a flow, joined: what stands under a key that holds words. */
export function shownWords(part: unknown, key = ''): string {
  if (typeof part === 'string') return WORDS.has(key) ? part : ''
  if (Array.isArray(part)) return part.map((one) => shownWords(one, key)).join('')
  if (typeof part !== 'object' || part === null) return ''
  return Object.entries(part)
    .map(([name, value]) => shownWords(value, name))
    .join('')
}

const WORDS = new Set([
  'name',
  'masthead',
  'promise',
  'trust',
  'banner',
  'disclaimer',
  'label',
  'title',
  'hint',
  'text',
  'html',
  'body',
  'alt',
  'caption',
  'nothing',
  'backend_field_value',
  'next',
])
