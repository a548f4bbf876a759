import sanitizeHtml, { type IOptions } from 'sanitize-html'
import type { Problem } from '../../../schemas/problem.ts'
import type { Legible } from '../../flow/check/legible.ts'

/** html blocks that hold more than text, its structure and links. They are refused, never cleaned: an author should
 *  see what visitors will. */
export function checkMarkup({ steps }: Legible): Problem[] {
  return steps
    .flatMap(({ leaves }) => leaves)
    .flatMap(({ at, value: element }): Problem[] => {
      if (element?.type !== 'container' || element.widget !== 'html') return []
      const refused = firstRefused(element.html)
      if (refused === undefined) return []
      return [
        {
          code: 'unsafe_html',
          at: [...at, 'html'],
          message: `The html holds ${refused}, which a text block may not.`,
          hint: `Use ${TAGS.join(', ')}, and links to https:, mailto: or tel: or within the site.`,
        },
      ]
    })
}

const TAGS = [
  'p',
  'br',
  'strong',
  'em',
  'b',
  'i',
  'u',
  'small',
  'sup',
  'mark',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'a',
]
const ATTRIBUTES: Record<string, string[]> = { a: ['href', 'target', 'rel'] }
const SCHEMES = ['https', 'mailto', 'tel']

const EVERYTHING: IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowedSchemesAppliedToAttributes: [],
  allowVulnerableTags: true,
}

function firstRefused(html: string): string | undefined {
  // Browsers and parsers disagree on where odd comments end.
  if (/<[!?]/.test(html)) return 'a comment'
  const refused: string[] = []
  const loose = sanitizeHtml(html, {
    ...EVERYTHING,
    transformTags: {
      '*': (tagName, attribs) => {
        if (!TAGS.includes(tagName)) refused.push(`<${tagName}>`)
        else
          for (const name of Object.keys(attribs))
            if (!ATTRIBUTES[tagName]?.includes(name)) refused.push(`the attribute ${name}`)
        return { tagName, attribs }
      },
    },
  })
  const strict = sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: SCHEMES,
  })
  return refused[0] ?? (strict === loose ? undefined : 'a link to another kind of address')
}
