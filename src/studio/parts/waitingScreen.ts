/** Texts of /studio about publishes that wait for approval or for their time. */
export const WAITING = {
  you: 'You',
  asked: (who: string, when: string, liveAt: string | null) =>
    liveAt === null
      ? `${who} requested approval to publish this site (${when}).`
      : `${who} requested approval to publish this site at ${liveAt} (asked ${when}).`,
  forOther: 'Another author must approve it.',
  forYou: 'It needs approval from you or another author.',
  approvedBy: (name: string) => `${name} approved it.`,
  refusedBy: (name: string, when: string, reason: string | null) =>
    `${name} rejected it (${when})${reason === null ? '.' : `: ${reason}`}`,
  failed: (when: string, reason: string) => `Couldn’t publish it (${when}): ${reason}`,
  look: 'Review',
  title: (path: string) => `Pending publish of /${path}`,
  approve: 'Approve',
  refuse: 'Reject',
  takeBack: 'Cancel request',
  reason: 'Reason, if you reject it',
  reasonNote: 'The person who asked sees it here.',
  mark: 'Publish pending',
  needsApproval: 'Another author must approve it before it goes live.',
  ask: 'Request approval',
  plan: 'Schedule',
  liveAt: 'Go live at',
  liveAtNote: 'In your time zone. Leave it empty to go live right away.',
  liveAtPast: 'This time has passed.',
  waits: (liveAt: string | null) =>
    liveAt === null
      ? 'It goes live as soon as another author approves it.'
      : `It goes live at ${liveAt} if another author approves it.`,
  planned: (liveAt: string) => `It goes live at ${liveAt}.`,
} as const
