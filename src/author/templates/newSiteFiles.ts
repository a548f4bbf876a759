import { starterIcons } from './starterIcons.ts'

/** Files beside the flow of a new site: its stylesheet and its icons. */
export function newSiteFiles(style: string, accent: string): Record<string, Buffer | string> {
  return { [`${style}.css`]: STYLE, ...starterIcons(accent) }
}

const STYLE = `/* Decoration only. Set the name, colors, and fonts in flow.json, under "site". docs/guide/look.md says what's allowed here. */
`
