/** What is wrong with offers, steps, their rules, actions, links and texts. */
export const STEP_PROBLEMS = {
  hiddenStepAsks: (step: string, verb: string) => ({
    message: `The hidden step "${step}" ${verb} something that no visitor will see.`,
    hint: 'Empty its questions, or remove "type": "hidden".',
  }),
  noTitle: (step: string) => ({
    message: `The step "${step}" has no heading: no title, and no question to take it from.`,
    hint: 'Add a "title".',
  }),
  noSubmit: (step: string) => ({
    message: `The step "${step}" asks something but cannot be left.`,
    hint: 'Add { "type": "submit", "text": "Continue" } to its questions.',
  }),
  fieldTwiceInElement: (field: string) => ({
    message: `The field "${field}" is answered twice by one element.`,
    hint: 'Give each answer of its question, and each option, a field of its own.',
  }),
  fieldTwiceInStep: (field: string) => ({
    message: `The field "${field}" is answered twice in one step.`,
    hint: 'Remove one of the two elements, or give one of the answers another backend_field_name.',
  }),
  designLacks: (design: string, what: string, step: string, add: string) => ({
    message: `The design ${design} lays out ${what}, and the step "${step}" has none.`,
    hint: `Add ${add}, or choose another design.`,
  }),
  thankYouAsks: (offer: string, step: string) => ({
    message: `The offer "${offer}" closes the visit, and its step "${step}" still asks something.`,
    hint: 'Move the step to an offer before it, or give this offer the design "plain".',
  }),
  unknownOffer: (offer: string) => ({ message: `There is no offer "${offer}".` }),
  offerNotInOrder: (offer: string) => ({
    message: `The offer "${offer}" is never reached: offer_order does not name it.`,
    hint: `Add "${offer}" to offer_order, or remove the offer.`,
  }),
  stepTwice: (offer: string, step: string) => ({
    message: `The offer "${offer}" has two steps with the name "${step}".`,
    hint: 'Give each step of an offer a name of its own: answers are kept under it.',
  }),
  unusedEmail: (action: string) => ({
    message: `The action ${action} sends no email.`,
    hint: 'Remove "email": only send_email has one.',
  }),
  noEmail: {
    message: 'The action send_email does not say what it sends.',
    hint: 'Add "email" with "to", "subject" and "text".',
  },
  emailTwice: (step: string | undefined) => ({
    message: `The step "${step}" sends two emails.`,
    hint: 'Join them, or send the other one from a step of its own.',
  }),
  emailUnchecked: (field: string) => ({
    message: `The email goes to what "${field}" holds, which no step checks as an address.`,
    hint: 'Name the field of a text element with the validation email.',
  }),
  confirmsNoLead: {
    message: 'The flow confirms leads by email, and no step sends one.',
    hint: 'Leave confirm_lead out, or add the action send_lead to a step.',
  },
  unknownPartnerHost: (host: string) => ({
    message: `The button leads to ${host}, which partner_hosts does not name.`,
  }),
  unknownPlaceholder: (found: string) => ({
    message: `${found} is no placeholder, and would be shown as it stands.`,
  }),
  noBuyers: (offer: string) => ({
    message: `The text names the offer’s buyers, and the offer "${offer}" sends to none.`,
    hint: 'Let a lead action of the offer name its "buyers", or leave {{buyers}} out.',
  }),
  placeholderElsewhere: (name: string) => ({ message: `There is no placeholder {{${name}}} here.` }),
  ruleTooDeep: (depth: number) => ({
    message: `This rule stands within ${depth} others.`,
    hint: 'Join conditions that have the same operator, or let two steps decide one after the other.',
  }),
  unknownBuyer: (buyer: string) => ({ message: `There is no buyer "${buyer}".` }),
  outcomeEarly: (step: string | undefined) => ({
    message: `The step "${step}" says what became of the visitor’s details before any lead is sent: that nothing was passed on.`,
    hint: 'Move it behind the steps that send leads.',
  }),
  pixelStep: (offer: string | undefined, step: string | undefined) => ({
    message:
      offer === undefined || step === undefined
        ? 'This event does not say which step it is about.'
        : `There is no step "${step}" in the offer "${offer}" that a visitor sees.`,
    hint: 'Give "offer" and "step" of a step that is shown.',
  }),
  pixelStepUnused: (on: string) => ({
    message: `An event of a ${on} is about no step.`,
    hint: 'Remove "step", or let it be "on": "step".',
  }),
  pixelOffer: (offer: string) => ({ message: `There is no offer "${offer}".` }),
  pixelConsent: (field: string, value: string) => ({
    message: `No answer records "${value}" as "${field}", so nobody could agree and nothing would ever be told.`,
  }),
  pixelUnpriced: (name: string) => ({
    message: `The vendor takes ${name} with an amount alone, and only a sale has one.`,
    hint: 'Let it be "on": "sale", or tell of it by another name.',
  }),
  scriptHost: (host: string) => ({
    message: `This flow loads scripts from ${host}, which is not on the list of script hosts.`,
    hint: `Ask an admin to add ${host} at /desk/hosts, or with leadloom hosts add ${host}.`,
  }),
  scriptHostUnchecked: (host: string) => ({
    message: `This flow loads scripts from ${host}. Only the server knows whether that host is on its list.`,
    hint: `Before you publish, ask an admin to add ${host} at /desk/hosts.`,
  }),
  aText: { what: 'a text', add: 'an element with the widget html' },
  aConsent: { what: 'a consent', add: 'an element with the widget consent' },
  anEmail: { what: 'an email field', add: 'an element with the widget text and the validation email' },
  aQuestion: { what: 'a question', add: 'choices, or a field and a submit' },
  partnerHostMeant: (meant: string, host: string) =>
    `Did you mean "${meant}"? Else add "${host}" to ui_config.partner_hosts.`,
  partnerHostAdd: (host: string) => `Add "${host}" to ui_config.partner_hosts, or change the link.`,
  twoBraces: (sample: string) => `Write two braces on either side, as in {{${sample}}}.`,
  shownAsWritten: 'Write it out: this text is shown as it stands.',
}
