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
      'Offers visitors, below each step but the first, a link that is mailed to them and by which they go on elsewhere, once. Without a mail server (SMTP_URL) it is not offered.',
    examples: [{ to: 'email' }],
  },
)
