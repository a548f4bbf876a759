/** Emails with which buyers get the leads of a day or a week. */
export const COPY_MAIL = {
  subject: (days: string) => `Your leads for ${days}`,
  text: (count: number, days: string, zone: string) =>
    count === 0
      ? `You bought no leads on ${days} (${zone}).`
      : `You bought ${count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`} on ${days} (${zone}). The attached file has the details.`,
  cut: 'The file only has the first ones. Ask us for the rest.',
  columns: ['lead_id', 'sold_at', 'price'],
  unscheduled: 'Not sent: the buyer’s schedule changed.',
} as const

/** Emails with which leads go to buyers. */
export const LEAD_MAIL = {
  subject: (key: string, isTest: boolean) => `${isTest ? 'Test lead' : 'New lead'} ${key}`,
} as const

/** Emails that notify a buyer of a person who doesn't want to be contacted anymore. */
export const REVOCATION_MAIL = {
  subject: (key: string) => `Stop contacting the person of lead ${key}`,
  text: (lines: readonly string[], deadline: string) =>
    `A person whose lead you got from us doesn’t want to be contacted anymore. Stop all calls, texts, and emails to them, and pass this on to everyone you shared the lead with.

${lines.join('\n')}

You must stop by ${deadline}. Reply to confirm that you did.
`,
  lead: 'Lead',
  yourId: 'Your ID',
  phone: 'Phone',
  email: 'Email',
  said: 'They said',
  saidAt: 'When',
} as const
