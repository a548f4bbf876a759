/** Messages from a funnel in a frame to the page around it, which sends none. They include no data of a visitor. */
export type Message =
  /** Height of the funnel, in CSS pixels. */
  | { leadloom: 'height'; px: number }
  /** Another step is shown. */
  | { leadloom: 'step' }
  /** Number of history entries that the frame has added. */
  | { leadloom: 'entries'; count: number }
  /** Escape was pressed. */
  | { leadloom: 'escape' }
