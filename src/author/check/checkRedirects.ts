import type { Redirect } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { placeholderField, placeholders } from '../../flow/placeholders.ts'
import { RESULT_PROBLEMS } from './resultProblems.ts'
import { typedFields } from './checkFields.ts'
import { redirectsOf, type Placed, type ValidParts } from '../kernel/validParts.ts'

/** Checks what a redirect passes on: answers must not change which page opens, and what visitors type must be listed and go to a buyer. */
export function checkRedirects(flow: ValidParts): Problem[] {
  const redirects = flow.steps.flatMap(({ leaves }) => leaves.flatMap(redirectsOf))
  if (redirects.length === 0) return []
  const typed = typedFields(flow)
  return redirects.flatMap((redirect) => [
    ...nowhere(redirect),
    ...misplaced(redirect),
    ...unlisted(redirect, typed),
  ])
}

function nowhere({ at, value: { link, buyer } }: Placed<Redirect>): Problem[] {
  if (link !== undefined || buyer !== undefined) return []
  return [{ code: 'redirect_nowhere', at, ...RESULT_PROBLEMS.redirectNowhere }]
}

function misplaced({ at, value: { link = '' } }: Placed<Redirect>): Problem[] {
  const [, page = '', query = '', fragment = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(link) ?? []
  const names = query.split('&').map((parameter) => parameter.split('=')[0]!)
  return [page, ...names, fragment].flatMap(placeholders).map((name) => ({
    code: 'redirect_place',
    at: [...at, 'link'],
    ...RESULT_PROBLEMS.redirectPlace(`{{${name}}}`),
  }))
}

function unlisted(
  { at, value: { link = '', buyer, personal = [] } }: Placed<Redirect>,
  isTyped: ReadonlySet<string>,
): Problem[] {
  const fields = new Set(placeholders(link).flatMap((name) => placeholderField(name) ?? []))
  const typed = [...fields].filter((field) => isTyped.has(field) && !personal.includes(field))
  const hasNoBuyer = personal.length > 0 && buyer === undefined
  return [
    ...typed.map((field) => ({
      code: 'redirect_personal',
      at: [...at, 'link'],
      ...RESULT_PROBLEMS.redirectPersonal(field),
    })),
    ...(hasNoBuyer
      ? [{ code: 'redirect_nobody', at: [...at, 'personal'], ...RESULT_PROBLEMS.redirectNobody }]
      : []),
  ]
}
