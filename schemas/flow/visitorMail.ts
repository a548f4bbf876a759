import { Type } from 'typebox'
import { field } from '../elements/question.ts'
import { closed } from '../kernel/shape.ts'

/** Emails that a site offers its visitors, if the server has a mail server. */

export const ComeBack = closed(
  {
    to: Type.Optional({
      ...field,
      description: 'The field whose answer is the email address to offer.',
      examples: ['email'],
    }),
  },
  {
    description:
      'Offers visitors, below every step except the first, to email them a link to continue on another device. The link works once. It needs a mail server (SMTP_URL).',
    examples: [{ to: 'email' }],
  },
)

export const ConfirmLead = closed(
  {
    to: {
      ...field,
      description: 'The field with the email address, from a text element with the validation email.',
      examples: ['email'],
    },
  },
  {
    description:
      'Emails visitors the companies that got their information, once per visit, a few minutes after the first buyer accepted the lead. If no buyer did, nothing is sent. It needs a mail server (SMTP_URL).',
    examples: [{ to: 'email' }],
  },
)
