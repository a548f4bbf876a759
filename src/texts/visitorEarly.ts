/** What the early script says where the app does not come. */
export const DELAY = {
  notice: 'The rest of this page has not come yet. Check your connection, then load it again.',
  noticeChosen:
    'The rest of this page has not come yet. Check your connection, then load it again: your choice is kept.',
  loadAgain: 'Load again',
} as const
