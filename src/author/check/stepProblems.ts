/** Problems with offers, steps, rules, actions, links, and texts. */
export const STEP_PROBLEMS = {
  sampleText: (text: string) => ({
    message: `Visitors would read the sample text “${text.replace(/<[^<>]*>/g, '').slice(0, 60)}”.`,
    hint: 'Write your own text, without [Sample].',
  }),
  hiddenStepAsks: (step: string, verb: string) => ({
    message: `The hidden step "${step}" ${verb} something, but visitors never see it.`,
    hint: 'Empty its questions, or remove "type": "hidden".',
  }),
  callAnywayConsent: (step: string, field: string) => ({
    message: `The step "${step}" needs one consent that is recorded as "${field}". Without it, no visitor who opted out can ask for a call.`,
    hint: `Use a single consent, without a "seller", whose answer has "backend_field_name": "${field}".`,
  }),
  noTitle: (step: string) => ({
    message: `The step "${step}" has no heading. It has neither a title nor a question to take one from.`,
    hint: 'Add a "title".',
  }),
  noSubmit: (step: string) => ({
    message: `The step "${step}" has no way to continue.`,
    hint: 'Add { "type": "submit", "text": "Continue" } to its questions.',
  }),
  buttonTwice: (step: string, button: string) => ({
    message: `The step "${step}" has two buttons called "${button}", so visitors can’t tell them apart.`,
    hint: 'Rename one of them, or remove it.',
  }),
  fieldTwiceInElement: (field: string) => ({
    message: `One element answers the field "${field}" twice.`,
    hint: 'Give each answer of its question, and each option, its own field.',
  }),
  fieldTwiceInStep: (field: string) => ({
    message: `One step asks for the field "${field}" twice.`,
    hint: 'Remove one of the two elements, or give one of the answers another backend_field_name.',
  }),
  designLacks: (design: string, what: string, step: string, add: string) => ({
    message: `The design ${design} needs ${what}, but the step "${step}" doesn’t have one.`,
    hint: `Add ${add}, or choose another design.`,
  }),
  thankYouAsks: (offer: string, step: string) => ({
    message: `The offer "${offer}" ends the visit, but its step "${step}" still asks something.`,
    hint: 'Move the step to an earlier offer, or use the design "plain" for this offer.',
  }),
  unknownOffer: (offer: string) => ({ message: `There is no offer "${offer}".` }),
  offerNotInOrder: (offer: string) => ({
    message: `The offer "${offer}" is never reached, because it isn’t in offer_order.`,
    hint: `Add "${offer}" to offer_order, or remove the offer.`,
  }),
  stepTwice: (offer: string, step: string) => ({
    message: `The offer "${offer}" has two steps named "${step}".`,
    hint: 'Give each step of an offer its own name. Answers are stored under it.',
  }),
  unusedEmail: (action: string) => ({
    message: `The action ${action} sends no email.`,
    hint: 'Remove "email". Only send_email uses it.',
  }),
  noEmail: {
    message: 'The action send_email doesn’t say what to send.',
    hint: 'Add "email" with "to", "subject", and "text".',
  },
  emailTwice: (step: string | undefined) => ({
    message: `The step "${step}" sends two emails.`,
    hint: 'Combine them, or send one from another step.',
  }),
  emailUnchecked: (field: string) => ({
    message: `The email goes to the address in "${field}", but no step validates it as an email address.`,
    hint: 'Use the field of a text element with the validation email.',
  }),
  confirmsNoLead: {
    message: 'The flow confirms leads by email, but no step sends a lead.',
    hint: 'Remove confirm_lead, or add the action send_lead to a step.',
  },
  unknownPartnerHost: (host: string) => ({
    message: `The button links to ${host}, which isn’t in partner_hosts.`,
  }),
  unknownPlaceholder: (found: string) => ({
    message: `${found} isn’t a placeholder, so it would be shown as is.`,
  }),
  noBuyers: (offer: string) => ({
    message: `The text names the offer’s buyers, but the offer "${offer}" sends leads to none.`,
    hint: 'Add "buyers" to a lead action of the offer, or remove {{buyers}}.',
  }),
  placeholderElsewhere: (name: string) => ({ message: `The placeholder {{${name}}} can’t be used here.` }),
  ruleTooDeep: (depth: number) => ({
    message: `This rule is nested in ${depth} others, which is too deep.`,
    hint: 'Merge conditions that have the same operator, or split the rule between two steps.',
  }),
  buyersUnsaid: {
    message: 'This lead has no buyers, so it goes to no one.',
    hint: 'Name its "buyers". If it should only be saved, write "buyers": [].',
  },
  unknownBuyer: (buyer: string) => ({ message: `There is no buyer "${buyer}".` }),
  outcomeEarly: (step: string | undefined) => ({
    message: `The step "${step}" shows the outcome before any lead is sent, so it would always say that nothing was shared.`,
    hint: 'Move it after the steps that send leads.',
  }),
  pixelStep: (offer: string | undefined, step: string | undefined) => ({
    message:
      offer === undefined || step === undefined
        ? 'This event doesn’t say which step it’s for.'
        : `The offer "${offer}" has no visible step "${step}".`,
    hint: 'Set "offer" and "step" to a step that visitors see.',
  }),
  pixelStepUnused: (on: string) => ({
    message: `An event on a ${on} can’t have a step.`,
    hint: 'Remove "step", or use "on": "step".',
  }),
  pixelOffer: (offer: string) => ({ message: `There is no offer "${offer}".` }),
  pixelConsent: (field: string, value: string) => ({
    message: `No answer records "${value}" as "${field}", so no one could agree and no event would ever be sent.`,
  }),
  pixelUnpriced: (name: string) => ({
    message: `${name} needs an amount, and only a sale has one.`,
    hint: 'Use "on": "sale", or another event name.',
  }),
  scriptHost: (host: string) => ({
    message: `This flow loads scripts from ${host}, which isn’t on the list of script hosts.`,
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
    `Did you mean "${meant}"? If not, add "${host}" to ui_config.partner_hosts.`,
  partnerHostAdd: (host: string) => `Add "${host}" to ui_config.partner_hosts, or change the link.`,
  twoBraces: (sample: string) => `Use two braces on each side, as in {{${sample}}}.`,
  shownAsWritten: 'Write it out. This text is shown as is.',
}
