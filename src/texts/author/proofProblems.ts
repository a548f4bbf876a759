/** What a proof over every path of a flow finds. */
export const PROOF_PROBLEMS = {
  linkOnly: (step: string) => ({
    message: `Only a link with force-start-offer leads to the step "${step}": no other visitor sees it.`,
    hint: 'Leave it so where that is meant; else correct its rules, or those of the steps before it.',
  }),
  minorAgrees: (ofAge: number, what: string) => ({
    message: `A visitor who is under ${ofAge} by their own answers can ${what}.`,
    hint: `Give every date of birth the validation { "name": "age", "min": ${ofAge} }, and an age that is typed a "min" of ${ofAge}; or let a rule ask for the age.`,
  }),
  ageUnknown: (step: string, ofAge: number) => ({
    message: `A lead can be sent at "${step}" of a visitor who was not asked their age, and did not agree to a text that states it.`,
    hint: `Write "I am ${ofAge} or older." into the consent text, or ask for the date of birth with the validation age.`,
  }),
  resultMissing: (step: string, results: string, meaning: string) => ({
    message: `The result of "${step}" shows nothing where the outcome is ${results}: for the first, ${meaning}.`,
    hint: 'Add a case for it, or a last one without rules for everybody else.',
  }),
  unusedBuyer: (buyer: string) => ({
    message: `No lead goes to the buyer "${buyer}": no action names it.`,
    hint: `Add "buyers": ["${buyer}"] to the action that sends it leads, or remove it.`,
  }),
  leadWithoutConsent: (step: string, offer: string) => ({
    message: `A lead can be sent at "${step}" though its visitor has not agreed to a consent text of the offer "${offer}".`,
  }),
  emailWithoutAddress: (step: string, to: string) => ({
    message: `An email can fall due at "${step}" for a visitor who gave no "${to}".`,
    hint: 'Require the address on every way to the action, or let the action ask whether it is answered.',
  }),
  leadWithoutPhoneCheck: (step: string) => ({
    message: `A lead can be sent at "${step}" with a telephone number that was not checked.`,
    hint: 'Require the number, with "external": ["phone"] among its validations, on every way to the action.',
  }),
  buyerFieldMissing: (buyer: string, step: string, fields: string, which: string, areThey: string) => ({
    message: `A lead for ${buyer} can be sent at "${step}" without its ${fields}.`,
    hint: `Require ${which} on every way to the action, or let the action ask whether ${areThey} answered.`,
  }),
  actionNeverDue: (action: string, step: string) => ({
    message: `The action ${action} of "${step}" is never due: its step cannot be left, and actions are due once a step is answered.`,
    hint: 'Move it to a hidden step before, or add a submit.',
  }),
  actionRulesNever: (action: string, step: string) => ({
    message: `The action ${action} of "${step}" is never due: no visitor fulfils all of its rules.`,
    hint: 'Change one of the rules that are at odds, or remove the action.',
  }),
  ruleNever: (step: string, rules: string) => ({
    message: `No visitor comes to "${step}" for whom this holds: ${rules}.`,
  }),
  ruleAlways: (step: string, rules: string) => ({
    message: `Every visitor who comes to "${step}" fulfils this, so it decides nothing: ${rules}.`,
    hint: 'Remove the rule, or correct what it compares.',
  }),
  stepRulesNever: (step: string, rules: string) => ({
    message: `No visitor sees the step "${step}": nobody fulfils all of its rules, ${rules}.`,
    hint: 'Change one of the rules that are at odds, or remove the step.',
  }),
  stepNeverReached: (step: string, where: string) => ({
    message: `No visitor reaches the step "${step}": every way ends before it${where}.`,
  }),
  undecided: (undecided: string) => ({
    message: `The rules of this flow depend on each other in too many ways. Not decided: ${undecided}.`,
    hint: 'Let fewer rules look at answers that were given many steps before, and play these steps by leadloom simulate.',
  }),
  assumesNumbers: (fields: string) =>
    `What is typed into ${fields} is taken to be a number, or a text that stands before, at or after what rules name.`,
  assumesYears: (years: string) => `Visitors are taken to come in ${years}.`,
  agree: (step: string) => `agree at "${step}"`,
  becomeLead: (step: string) => `become a lead at "${step}"`,
  addConsent: (field: string) =>
    `Add a consent that records "${field}" to the step that asks for the telephone number.`,
  askForIt: (field: string) =>
    `Let the action ask for it: { "field": "${field}", "condition": "neq", "arg": null }.`,
  atOdds: (others: string) => `It is at odds with ${others}: change one of them.`,
  anotherRule: 'another rule',
  otherRules: (count: number) => `${count} other rules`,
  correctCompared: (known: string) => `${known} Correct what is compared, or remove the rule.`,
  moveBefore: (step: string) =>
    `Move it before "${step}", give that step something to go on with, or remove it.`,
  removeOrCorrect: 'Remove it, or correct the steps before.',
  askedOnShowing: (field: string, step: string) =>
    `"${field}" is compared before it can be known: the step "${step}" asks for it only once it is shown.`,
  askedAfter: (field: string, asking: string, step: string) =>
    `"${field}" is compared before it can be known: the first step that asks for it, "${asking}", comes after "${step}".`,
  compareEarlier: 'Compare a field that an earlier step asks for.',
  moveAsking: (asking: string, step: string) =>
    `Move "${asking}" before "${step}", or compare another field.`,
  whetherRules: (rules: string) => `whether ${rules} can hold and can fail`,
  oneRule: 'one rule',
  rules: (count: number) => `${count} rules`,
  whetherLeads: (leads: string) =>
    `whether every lead of ${leads} is sent with consent and with what its buyers need`,
  fieldIs: (field: string, values: string) => `${field} is ${values}`,
  somethingLike: (sample: string) => `something like ${sample}`,
}
