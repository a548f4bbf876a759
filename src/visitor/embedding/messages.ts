/** What a funnel in a frame tells the page around it, which tells it nothing. No message holds anything of a visitor. */
export type Message =
  /** How high the funnel is, in CSS pixels. */
  | { leadloom: 'height'; px: number }
  /** Another step is in sight. */
  | { leadloom: 'step' }
  /** By how many entries the frame has gone on in the browser's history. */
  | { leadloom: 'entries'; count: number }
  /** Escape was pressed. */
  | { leadloom: 'escape' }
