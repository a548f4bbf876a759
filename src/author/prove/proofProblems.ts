/** Problems found by checking every path through a flow. */
export const PROOF_PROBLEMS = {
  linkOnly: (step: string) => ({
    message: `Visitors see the step "${step}" only through a link with force-start-offer.`,
    hint: 'If that’s not intended, correct its rules or the rules of the steps before it.',
  }),
  minorAgrees: (ofAge: number, what: string) => ({
    message: `A visitor whose answers say they’re under ${ofAge} can ${what}.`,
    hint: `Add the validation { "name": "age", "min": ${ofAge} } to every date of birth, and "min": ${ofAge} to an age that visitors type. Or check the age in a rule.`,
  }),
  ageUnknown: (step: string, ofAge: number) => ({
    message: `A lead can be sent at "${step}" for a visitor who wasn’t asked their age and didn’t agree to a text that states it.`,
    hint: `Add "I am ${ofAge} or older." to the consent text, or ask for the date of birth with the validation age.`,
  }),
  resultMissing: (step: string, results: string, meaning: string) => ({
    message: `The result of "${step}" shows nothing when the outcome is ${results}. The first of these means: ${meaning}.`,
    hint: 'Add a case for it, or a last case without rules for everyone else.',
  }),
  neverShown: (step: string, rules: string) => ({
    message: `No visitor ever sees this at "${step}", because no one meets all of its rules there: ${rules}.`,
    hint: 'Change one of the conflicting rules, or remove it.',
  }),
  sentTwice: (buyer: string, first: string, second: string) => ({
    message:
      first === second
        ? `Two actions of "${first}" can send the same lead to ${buyer}. Only one of them gets there.`
        : `A lead for ${buyer} can be sent at "${second}" although it was already sent at "${first}". Only one of them gets there.`,
    hint: 'Remove the buyer from one of the actions, or add rules so that only one of them runs.',
  }),
  linkAlways: (step: string, rules: string) => ({
    message: `Every visitor who comes to "${step}" without a force-start-offer link meets this rule: ${rules}.`,
    hint: 'If it’s meant for visitors with such a link, leave it. Otherwise, remove it or correct what it compares.',
  }),
  unusedBuyer: (buyer: string) => ({
    message: `No lead goes to the buyer "${buyer}", because no action names it.`,
    hint: `Add "buyers": ["${buyer}"] to the action that sends the leads, or remove the buyer.`,
  }),
  leadWithoutConsent: (step: string, offer: string) => ({
    message: `A lead can be sent at "${step}" for a visitor who hasn’t agreed to a consent text of the offer "${offer}".`,
  }),
  emailWithoutAddress: (step: string, to: string) => ({
    message: `An email can be sent at "${step}" to a visitor who gave no "${to}".`,
    hint: 'Require the address on every path to the action, or add a rule to the action that checks whether it’s answered.',
  }),
  leadWithoutPhoneCheck: (step: string) => ({
    message: `A lead can be sent at "${step}" with a phone number that wasn’t verified.`,
    hint: 'Require the number on every path to the action, with "external": ["phone"] in its validations.',
  }),
  buyerFieldMissing: (buyer: string, step: string, fields: string, which: string, areThey: string) => ({
    message: `A lead for ${buyer} can be sent at "${step}" without ${fields}.`,
    hint: `Require ${which} on every path to the action, or add a rule to the action that checks whether ${areThey} answered.`,
  }),
  actionNeverDue: (action: string, step: string) => ({
    message: `The action ${action} of "${step}" never runs. Actions run once their step is answered, but this step has no way to continue.`,
    hint: 'Move it to a hidden step before this one, or add a submit.',
  }),
  actionRulesNever: (action: string, step: string) => ({
    message: `The action ${action} of "${step}" never runs, because no visitor meets all of its rules.`,
    hint: 'Change one of the conflicting rules, or remove the action.',
  }),
  ruleNever: (step: string, rules: string) => ({
    message: `No visitor who reaches "${step}" meets this rule: ${rules}.`,
  }),
  ruleAlways: (step: string, rules: string) => ({
    message: `Every visitor who reaches "${step}" meets this rule, so it has no effect: ${rules}.`,
    hint: 'Remove the rule, or correct what it compares.',
  }),
  stepRulesNever: (step: string, rules: string) => ({
    message: `No visitor sees the step "${step}", because no one meets all of its rules: ${rules}.`,
    hint: 'Change one of the conflicting rules, or remove the step.',
  }),
  stepNeverReached: (step: string, where: string) => ({
    message: `No visitor reaches the step "${step}". Every path ends before it${where}.`,
  }),
  undecided: (undecided: string) => ({
    message: `The rules of this flow are too complex to check every path. Not checked: ${undecided}.`,
    hint: 'Use fewer rules on answers from many steps earlier. Test these steps with leadloom simulate.',
  }),
  assumesNumbers: (fields: string) =>
    `Assumes that what visitors type into ${fields} is a number, or a text that sorts before, equal to, or after the values in rules.`,
  assumesYears: (years: string) => `Assumes that visitors come in ${years}.`,
  agree: (step: string) => `agree at "${step}"`,
  becomeLead: (step: string) => `become a lead at "${step}"`,
  addConsent: (field: string) =>
    `Add a consent that records "${field}" to the step that asks for the phone number.`,
  askForIt: (field: string) =>
    `Add a rule to the action: { "field": "${field}", "condition": "neq", "arg": null }.`,
  atOdds: (others: string) => `It conflicts with ${others}. Change one of them.`,
  anotherRule: 'another rule',
  otherRules: (count: number) => `${count} other rules`,
  correctCompared: (known: string) => `${known} Correct the comparison, or remove the rule.`,
  moveBefore: (step: string) => `Move it before "${step}", add a way to continue to that step, or remove it.`,
  removeOrCorrect: 'Remove it, or correct the steps before it.',
  askedOnShowing: (field: string, step: string) =>
    `"${field}" is compared before it can be answered. The step "${step}" asks for it only once it’s shown.`,
  askedAfter: (field: string, asking: string, step: string) =>
    `"${field}" is compared before it can be answered. The first step that asks for it, "${asking}", comes after "${step}".`,
  compareEarlier: 'Compare a field that an earlier step asks for.',
  moveAsking: (asking: string, step: string) =>
    `Move "${asking}" before "${step}", or compare another field.`,
  whetherRules: (rules: string) => `whether ${rules} can be both met and not met`,
  oneRule: 'one rule',
  rules: (count: number) => `${count} rules`,
  whetherLeads: (leads: string) =>
    `whether every lead from ${leads} is sent with consent and with what its buyers need`,
  fieldIs: (field: string, values: string) => `${field} is ${values}`,
  somethingLike: (sample: string) => `something like ${sample}`,
}
