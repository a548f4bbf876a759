/** How much an author may write of each kind of text, in characters, and how many of each kind of thing: several times what
 *  real flows have, and little enough that a page stays a page. */
export const AT_MOST = {
  /** A heading, a label, a button, an option, a name: what is read at a glance. */
  line: 400,
  /** One line that explains another. */
  hint: 200,
  /** What is recorded, and what rules compare with. */
  value: 400,
  /** A consent text, with every company that it names. It is recorded as an answer, which holds 20,000. */
  consent: 15_000,
  /** A block of text with its markup. */
  html: 20_000,
  /** What other systems call something: a campaign, an affiliate. */
  foreignKey: 200,
  questions: 5000,
  /** A vehicle has three; a page of a thousand fields may be one question. */
  answers: 2000,
  /** All of them ticked are one answer. */
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
  /** Texts of one end, of which one is shown. */
  cases: 50,
  validations: 20,
  /** Questions that open their answers. */
  faq: 30,
  /** A quote of some four sentences; who is quoted, and from where; quotes. */
  quote: 400,
  name: 60,
  testimonials: 12,
  /** Lines under the first question: more would push the answers out of sight. */
  trust: 5,
  /** Links in the small print. */
  footer: 20,
  /** Files of fonts: each comes before the first question. */
  fonts: 4,
} as const
