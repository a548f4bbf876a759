/** Texts of the early script for when the app doesn't load. */
export const DELAY = {
  notice: 'The rest of this page hasn’t loaded yet. Check your connection, then reload the page.',
  noticeChosen:
    'The rest of this page hasn’t loaded yet. Check your connection, then reload the page. Your choice is saved.',
  loadAgain: 'Reload',
} as const
