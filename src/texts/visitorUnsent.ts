/** Texts about answers on their way to the server. */
export const UNSENT = {
  sending: 'Your answers are still being sent. Keep this page open.',
  sent: 'Your answers were sent.',
  refused: 'One of your answers couldn’t be saved. Reload this page and start over.',
} as const
