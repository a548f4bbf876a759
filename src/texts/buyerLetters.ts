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
