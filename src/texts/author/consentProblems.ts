/** What is wrong with consents, with who they name, and with the buttons that give or refuse them. */
export const CONSENT_PROBLEMS = {
  agreesToNothing: (button: string) => ({
    message: `"${button}" says whether it gives a consent, and none stands on its step.`,
    hint: 'Remove "agrees", or add the consent.',
  }),
  agreesUnsaid: (step: string, button: string) => ({
    message: `The step "${step}" has a consent and several buttons, and "${button}" does not say whether it gives the consent.`,
    hint: 'Add "agrees": true when a press gives it, "agrees": false when it does not.',
  }),
  refusesInWords: (button: string, examples: string) => ({
    message: `"${button}" gives the consent, and reads as if it did not.`,
    hint: `Let it say that it agrees, like ${examples}; or add "agrees": false to it.`,
  }),
  agreesInNoWords: (button: string, examples: string) => ({
    message: `"${button}" gives the consent, and does not say so.`,
    hint: `Let it say that it agrees, like ${examples}; or let the consent name it: By pressing “${button}”, I agree ...`,
  }),
  refusalUnrecorded: (button: string) => ({
    message: `"${button}" refuses the consent, and nothing would record that: it has no answer of its own.`,
    hint: `Make it a choice: { "type": "container", "widget": "choice", "submit": true, "agrees": false, "text": "${button}", ... }.`,
  }),
  agreesInWords: (button: string) => ({
    message: `"${button}" refuses the consent, and reads as if it gave it.`,
    hint: 'Let it say that it refuses, like "No, thanks"; or write "agrees": true.',
  }),
  consentNeverGiven: (step: string) => ({
    message: `No button of the step "${step}" gives its consent.`,
    hint: 'Write "agrees": true on the one that does, or remove the consent.',
  }),
  mustAgree: (step: string) => ({
    message: `The step "${step}" only asks to agree, and offers no way on without agreeing.`,
    hint: 'Add a choice that refuses: { "type": "container", "widget": "choice", "submit": true, "agrees": false, "text": "No, thanks", "question_key": ..., "answer_id": ... }, and "agrees": true to the other button.',
  }),
  consentNamesOther: (others: string, offer: string, whom: string) => ({
    message: `The consent names ${others}, and the leads of the offer "${offer}" go to ${whom}.`,
    hint: 'Name those who get the lead, or correct the buyers of the action that sends it.',
  }),
  consentLeavesOutBuyer: (missing: string, offer: string, first: string) => ({
    message: `The consent doesn't name ${missing}, and the leads of the offer "${offer}" go there.`,
    hint: `Name every company that gets the lead in the text, like "I agree that ${first} may call me."`,
  }),
  consentNamesProduct: (site: string) => ({
    message: `The consent is given to {{product}}, the name of this software, and not to the company behind "${site}".`,
    hint: `Replace {{product}} with the name of the company that runs the site, like "${site}".`,
  }),
  sellerNoBuyer: (seller: string, offer: string) => ({
    message: `The consent is to ${seller} alone, and no lead of the offer "${offer}" goes to ${seller}.`,
    hint: 'Add the buyer to the action that sends the lead, or remove the consent.',
  }),
  buyerNotAsked: (offer: string, buyer: string, key: string) => ({
    message: `The offer "${offer}" asks for a consent to each seller, and for none to ${buyer}: no lead ever goes there.`,
    hint: `Add a consent with "seller": "${key}", or remove the buyer.`,
  }),
  sellerUnnamed: (seller: string) => ({
    message: `The consent is to ${seller} alone, and does not name ${seller}.`,
    hint: `Write who may do what, like "I agree that ${seller} may call me."`,
  }),
  consentsMixed: (offer: string) => ({
    message: `The offer "${offer}" asks for a consent to each seller, and here for one to all of them at once.`,
    hint: 'Give each consent of the offer its "seller", or none of them.',
  }),
  sellerFieldShared: (field: string, seller: string) => ({
    message: `The consent to "${seller}" alone is recorded under "${field}", and something else is as well: it would agree for the visitor.`,
    hint: 'Give the consent a field of its own.',
  }),
  brandInText: (buyer: string) => ({
    message: `The consent text names "${buyer}", one of several buyers, and Jornaya takes no such text.`,
    hint: 'Write "the companies named below": the page shows each buyer’s name under the text.',
  }),
  examples: '"Yes, I agree" or "Send my details"',
}
