/** Texts that `leadloom dev` sends to the author's browser. */
export const PREVIEW = {
  otherSite: 'This page is available only on this machine. Open it at the address that leadloom dev printed.',
  portTaken: (port: number) =>
    `--port: ${port} is already in use. Choose another port, or 0 for any free one.`,
  noVisit:
    'No way to reach this step has been found. Fix the errors in the flow, or wait until every path is checked.',
} as const
