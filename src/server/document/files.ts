import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Problem } from '../../../schemas/problem.ts'

/** Whether a file of this name stands beside the flow file. */
export type Stands = (name: string) => boolean

export function besides(flowFile: string): Stands {
  return (name) => existsSync(join(dirname(flowFile), name))
}

/** What must stand beside a flow file and does not. `broken`: the places where the document does not conform. */
export function checkFiles(document: unknown, broken: readonly Problem['at'][], stands: Stands): Problem[] {
  const problems: Problem[] = []
  const style = legibleText(document, broken, 'style')
  if (style !== null && !stands(`${style}.css`))
    problems.push({
      code: 'style_missing',
      at: ['ui_config', 'style'],
      message: `There is no stylesheet ${style}.css beside the flow file.`,
      hint: 'Put it there, or name the one that is there, without ".css".',
    })
  const icons = ICONS.filter((icon) => !stands(icon))
  if (legibleText(document, broken, 'favicon') !== null && icons.length > 0)
    problems.push({
      code: 'icon_missing',
      at: ['ui_config', 'favicon'],
      message: `There is no ${icons.join(', no ')} beside the flow file.`,
      hint: `A site has the icons ${ICONS.join(', ')}.`,
    })
  return problems
}

/** For a tab, for a phone's home screen, and for the head of the page. */
export const ICONS = ['favicon.ico', 'icon-180.png', 'icon.svg']

/** A text of ui_config; null when it, or what is around it, has a mistake of its own. */
function legibleText(document: unknown, broken: readonly Problem['at'][], key: string): string | null {
  const place = ['ui_config', key]
  if (broken.some((at) => at.every((part, index) => part === place[index]))) return null
  const value = (document as { ui_config?: Record<string, unknown> }).ui_config?.[key]
  return typeof value === 'string' ? value : null
}
