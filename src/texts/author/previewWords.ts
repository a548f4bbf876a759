/** What `leadloom dev` answers in the author's browser. */
export const PREVIEW = {
  otherSite:
    'This is served to pages of this machine alone: open it by the address that leadloom dev printed.',
  portTaken: (port: number) =>
    `--port: another program listens on ${port}: name another, or 0 for a free one.`,
  noVisit:
    'No visitor is known to come to this step: correct the errors of the flow, or wait until its proofs are done.',
} as const
