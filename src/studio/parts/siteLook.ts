import { record, valueAt } from '../../author/complete/shapes.ts'

/** Brand and button color of a site, whatever the shape of its document, for small pictures of its pages. */
export function lookOf(document: unknown): { brand: string; accent: string } {
  const site = valueAt(document, ['ui_config', 'site'])
  const { name } = record(site)
  const { accent } = record(valueAt(site, ['theme', 'light']))
  return {
    brand: typeof name === 'string' ? name : '',
    accent: typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent) ? accent : '#1a56b0',
  }
}
