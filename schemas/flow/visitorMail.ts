import { Type } from 'typebox'
import { field } from './question.ts'
import { closed } from '../shape.ts'

/** Emails that a site offers its visitors, if the server has a mail server. */

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

export const ConfirmLead = closed(
  {
    to: {
      ...field,
      description: 'The field that holds the address: of a text element with the validation email.',
      examples: ['email'],
    },
  },
  {
    description:
      'Tells visitors by email, once a visit, to whom their details went: some minutes after the first buyer took them, and never where none did. Without a mail server (SMTP_URL) nothing is sent.',
    examples: [{ to: 'email' }],
  },
)
