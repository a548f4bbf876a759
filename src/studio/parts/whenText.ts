/** Time of an event, in the reader's own time zone: `14:03` today, else `Nov 25, 14:03`. */
export function whenText(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return (isToday ? TIME : DAY_AND_TIME).format(at)
}

const TIME_PARTS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const TIME = new Intl.DateTimeFormat('en-US', TIME_PARTS)
const DAY_AND_TIME = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...TIME_PARTS })
