/** What the page /studio says of publishes that wait. */
export const WAITING = {
  you: 'You',
  asked: (who: string, when: string, liveAt: string | null) =>
    liveAt === null
      ? `${who} requested approval to publish this site (${when}).`
      : `${who} requested approval to publish this site at ${liveAt} (asked ${when}).`,
  forOther: 'Another author must approve it.',
  forYou: 'It waits for your approval, or that of another author.',
  approvedBy: (name: string) => `${name} approved it.`,
  refusedBy: (name: string, when: string, reason: string | null) =>
    `${name} refused it (${when})${reason === null ? '.' : `: ${reason}`}`,
  failed: (when: string, reason: string) => `It could not be published (${when}): ${reason}`,
  look: 'Look at it',
  title: (path: string) => `The publish of /${path} that waits`,
  approve: 'Approve',
  refuse: 'Refuse',
  takeBack: 'Take it back',
  reason: 'Why, if you refuse it',
  reasonNote: 'Its maker reads it here.',
  mark: 'A publish waits',
  needsApproval: 'Another author must approve it before it goes live.',
  ask: 'Ask for approval',
  plan: 'Publish then',
  liveAt: 'Go live at',
  liveAtNote: 'In your own time. Empty: at once.',
  liveAtPast: 'This time has passed.',
  waits: (liveAt: string | null) =>
    liveAt === null
      ? 'It waits for another author to approve it, and goes live then.'
      : `It waits for another author to approve it, to go live at ${liveAt}.`,
  planned: (liveAt: string) => `It goes live at ${liveAt}.`,
} as const
