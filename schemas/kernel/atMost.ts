/** Limits for what an author may write: the length of each kind of text, in characters, and the number of each kind of thing. Several
 *  times those of real flows, and small enough to keep a page usable. */
export const AT_MOST = {
  /** A heading, a label, a button, an option, a name: anything read at a glance. */
  line: 400,
  /** One line that explains another. */
  hint: 200,
  /** Values that are recorded, and that rules compare with. */
  value: 400,
  /** A consent text, with every company that it names. It is recorded as an answer, which has room for 20,000. */
  consent: 15_000,
  /** A block of text with its markup. */
  html: 20_000,
  /** Names in other systems: a campaign, an affiliate. */
  foreignKey: 200,
  questions: 5000,
  /** A vehicle has three; a page of a thousand fields may be one question. */
  answers: 2000,
  /** Selecting all of them is still one answer. */
  options: 5000,
  offers: 200,
  steps: 2000,
  /** A step may be a page of a thousand fields. */
  elements: 2000,
  rules: 200,
  conditions: 1000,
  actions: 20,
  buyers: 500,
  fields: 500,
  /** Texts of a flow that visitors read. */
  words: 20_000,
  hosts: 500,
  /** Texts of one end; one of them is shown. */
  cases: 50,
  validations: 20,
  /** Questions that open their answers. */
  faq: 30,
  /** A quote of about four sentences; the quoted person's name, and place; number of quotes. */
  quote: 400,
  name: 60,
  testimonials: 12,
  /** Lines under the first question. More would push the answers off the screen. */
  trust: 5,
  /** Links in the small print. */
  footer: 20,
  /** Font files; each loads before the first question. */
  fonts: 4,
} as const
