import { Type } from 'typebox'
import { field } from './question.ts'
import { closed } from '../shape.ts'

/** What a site offers its visitors by email, where the server has a mail server. */

export const ComeBack = closed(
  {
    to: Type.Optional({
      ...field,
      description: 'The field whose answer is the address that a page may offer.',
      examples: ['email'],
    }),
  },
  {
    description:
      'Lets the server mail a visitor a link by which they go on elsewhere, once, when POST /api/sessions/go-on-link asks for it. The product’s own pages do not ask yet.',
    examples: [{ to: 'email' }],
  },
)
