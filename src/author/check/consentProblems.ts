/** Problems with consents, the companies they name, and the buttons that give or decline them. */
export const CONSENT_PROBLEMS = {
  agreesToNothing: (button: string) => ({
    message: `"${button}" says whether it gives consent, but its step has no consent.`,
    hint: 'Remove "agrees", or add the consent.',
  }),
  agreesUnsaid: (step: string, button: string) => ({
    message: `The step "${step}" has a consent and several buttons, but "${button}" doesn’t say whether it gives consent.`,
    hint: 'Add "agrees": true if the button gives consent, or "agrees": false if it doesn’t.',
  }),
  refusesInWords: (button: string, examples: string) => ({
    message: `"${button}" records consent, but its label says the opposite.`,
    hint: `Change the label to agree, like ${examples}, or add "agrees": false.`,
  }),
  agreesInNoWords: (button: string, examples: string) => ({
    message: `"${button}" records consent, but its label doesn’t say so.`,
    hint: `Change the label to agree, like ${examples}, or name the button in the consent: By pressing “${button}”, I agree ...`,
  }),
  refusalUnrecorded: (button: string) => ({
    message: `"${button}" declines consent, but nothing records that because the button has no answer of its own.`,
    hint: `Make it a choice: { "type": "container", "widget": "choice", "submit": true, "agrees": false, "text": "${button}", ... }.`,
  }),
  agreesInWords: (button: string) => ({
    message: `"${button}" declines consent, but its label says the opposite.`,
    hint: 'Change the label to decline, like "No, thanks", or use "agrees": true.',
  }),
  consentNeverGiven: (step: string) => ({
    message: `No button on the step "${step}" gives consent.`,
    hint: 'Add "agrees": true to the one that does, or remove the consent.',
  }),
  consentButton: (named: string, labels: string) => ({
    message: `The consent says to press ${named}, but the button next to it is called something else.`,
    hint: `Use the button’s label as visitors read it: ${labels}.`,
  }),
  consentBelowButton: (step: string, button: string) => ({
    message: `On the step "${step}", the consent is below "${button}", so visitors can agree before they read it.`,
    hint: 'Move the consent above the button.',
  }),
  mustAgree: (step: string) => ({
    message: `The step "${step}" asks only for consent and has no way to continue without agreeing.`,
    hint: 'Add a choice that declines: { "type": "container", "widget": "choice", "submit": true, "agrees": false, "text": "No, thanks", "question_key": ..., "answer_id": ... }. Add "agrees": true to the other button.',
  }),
  consentNamesOther: (others: string, offer: string, whom: string) => ({
    message: `The consent names ${others}, but leads from the offer "${offer}" go to ${whom}.`,
    hint: 'Name the companies that get the lead, or correct the buyers of the action that sends it.',
  }),
  consentLeavesOutBuyer: (missing: string, offer: string, first: string) => ({
    message: `The consent doesn’t name ${missing}, but leads from the offer "${offer}" go there.`,
    hint: `Name every company that gets the lead in the text, like "I agree that ${first} may call me."`,
  }),
  consentNamesProduct: (site: string) => ({
    message: `The consent is given to {{product}}, the name of this software, and not to the company behind "${site}".`,
    hint: `Replace {{product}} with the name of the company that runs the site, like "${site}".`,
  }),
  sellerNoBuyer: (seller: string, offer: string) => ({
    message: `The consent is only for ${seller}, but no lead from the offer "${offer}" goes to ${seller}.`,
    hint: 'Add the buyer to the action that sends the lead, or remove the consent.',
  }),
  buyerNotAsked: (offer: string, buyer: string, key: string) => ({
    message: `The offer "${offer}" asks for consent to each seller, but not to ${buyer}, so no lead ever goes there.`,
    hint: `Add a consent with "seller": "${key}", or remove the buyer.`,
  }),
  sellerUnnamed: (seller: string) => ({
    message: `The consent is only for ${seller}, but its text doesn’t name ${seller}.`,
    hint: `Write who may do what, like "I agree that ${seller} may call me."`,
  }),
  consentsMixed: (offer: string) => ({
    message: `The offer "${offer}" asks for consent to each seller, but this consent is for all of them at once.`,
    hint: 'Give every consent of the offer a "seller", or none of them.',
  }),
  sellerFieldShared: (field: string, seller: string) => ({
    message: `The consent for "${seller}" is recorded as "${field}", but something else records that field too. It could agree for the visitor.`,
    hint: 'Give the consent its own field.',
  }),
  brandInText: (buyer: string) => ({
    message: `The consent text names "${buyer}", one of several buyers. Jornaya doesn’t accept such a text.`,
    hint: 'Write "the companies named below". The page shows each buyer’s name under the text.',
  }),
  examples: '"Yes, I agree" or "Send my details"',
}
