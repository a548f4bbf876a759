/** Texts about answers on their way to the server. */
export const UNSENT = {
  sending: 'Your answers are still being sent. Keep this page open.',
  sent: 'Your answers were sent.',
  offline: 'You’re offline. Your answers are saved on this device.',
  offlineAtEnd: 'You’re offline. Keep this page open, and we’ll send your answers when you’re connected.',
  moved: 'You continued on another device.',
  takeBack: 'Continue here',
  refused: 'One of your answers couldn’t be saved. Reload this page and start over.',
} as const
