/** Texts in files and streams of the desk's lists. */
export const LISTS = {
  missing: 'No buyer with this name is set up. Its leads are sent once you add it.',
  cut: (rows: number) =>
    `Only the first ${rows.toLocaleString('en-US')} rows. Filter by days to export the rest.`,
  stopped:
    'Something went wrong on our end. What was already sent again isn’t affected. Try again for the rest.',
} as const
