import type { LawRule } from './lawRules.ts'

/** Problems with the legal rules of an offer. */
export const LAW_PROBLEMS = {
  agreed: (step: string, offer: string) => ({
    message: `A lead can be sent at "${step}" for a visitor who hasn’t agreed to a consent of the offer "${offer}".`,
    hint: 'Ask for the consent on every path to the action, or add a rule to the action that checks it.',
  }),
  automated: {
    message: 'The consent doesn’t say that calls and texts may be automated.',
    hint: 'Add it to the text, like "also with automated technology and recorded voices".',
  },
  no_purchase: {
    message: 'The consent doesn’t say that it isn’t a condition of buying anything.',
    hint: 'Add a sentence like "My consent is not a condition of buying anything."',
  },
  stop_passed_on: {
    message:
      'The consent doesn’t say that a request to stop may be passed on to the companies that have the details.',
    hint: 'Add a sentence like "If I ask to stop, my request may be passed on to every company that got my details."',
  },
  only_means: {
    message: 'The consent allows only one way to take it back.',
    hint: 'Use "in any reasonable way", with one way as an example.',
  },
  limited_stop: {
    message: 'The consent limits what a request to stop ends.',
    hint: 'Remove the limit.',
  },
  promise: {
    message: 'The text promises a result.',
    hint: 'Describe what the lawyer does instead.',
  },
  quick_cash: {
    message: 'The text promises quick money.',
    hint: 'Remove the promise.',
  },
  contingency_without_costs: {
    message:
      'The text is about a contingency fee, but doesn’t say who pays the costs of a case that is lost.',
    hint: 'Add it to the same sentence, like "No fee unless we win, and you owe no costs."',
  },
  buyersNamed: (missing: string) => ({
    message: `The consent doesn’t name ${missing}, but its leads go there.`,
    hint: 'Name every company that gets the lead in the text.',
  }),
  buyersApart: (offer: string, buyers: string) => ({
    message: `One consent of the offer "${offer}" is for several companies: ${buyers}.`,
    hint: 'Give each buyer its own consent with "seller", so that visitors can accept or decline each.',
  }),
  adult: (step: string) => ({
    message: `A lead can be sent at "${step}" for a visitor who may be under 18.`,
    hint: 'Add "I am 18 or older." to the consent, or ask for the date of birth with { "name": "age", "min": 18 }.',
  }),
  responsibleMissing: (offer: string) => ({
    message: `The offer "${offer}" doesn’t say which lawyer or law firm is responsible for it.`,
    hint: 'Add "responsible" with the name and the place of an office, and show both in the site’s disclaimer or next to the consent.',
  }),
  responsibleHidden: (text: string) => ({
    message: `Visitors who agree don’t see "${text}".`,
    hint: 'Show it on the step with the consent, or in the site’s disclaimer.',
  }),
  optOutLinked: {
    message: 'No page links to a form for opting out of the sale of personal information.',
    hint: 'Add the document "do-not-sell" or "privacy-policy" to the site’s footer.',
  },
  hoursPassedOn: (buyers: string) => ({
    message: `${buyers} doesn’t get the hours in which the visitor may be called.`,
    hint: 'Add a computed field: "calling_hours": { "compute": "calling_hours", "from": ["zip_code"] }.',
  }),
  refusalKept: (step: string, offer: string) => ({
    message: `A lead can be sent at "${step}" for a visitor who agreed to one consent of the offer "${offer}" and then declined another.`,
    hint: 'Add a rule to the action that checks the answer of the button that declines.',
  }),
  broken: ({ id, source, text }: LawRule) => `Rule ${id} (${source}): ${text}`,
  soon: ({ id, source, text }: LawRule, from: string) =>
    `From ${from}, this breaks rule ${id} (${source}): ${text}`,
  off: ({ id, source }: LawRule, by: string, reason: string) =>
    `${by} turned off rule ${id} (${source}): ${reason}`,
}
