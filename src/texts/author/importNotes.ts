/** What did not come along, or came along in another way, when a form of another product was imported; and what to do by hand. */
export const IMPORT_NOTES = {
  // What is asked
  typeNotTaken: (what: string, title: string) => ({
    message: `${inQuotes(title)} is left out: there is nothing here like its kind, ${what}.`,
    hint: 'Ask for it in another way, or take it up when you call.',
  }),
  unknownType: (what: string, title: string) => ({
    message: `${inQuotes(title)} is left out: its kind, “${what}”, is not known.`,
    hint: 'Add the question by hand, with a widget that fits.',
  }),
  hiddenField: (name: string) => ({
    message: `The hidden field ${name} is left out: what an address carries is kept with each session, and is no answer.`,
    hint: 'Name it sub1, sub2, sub3 or affid in your links, and reports tell it apart.',
  }),
  variable: (name: string) => ({
    message: `The variable ${name} is left out, with all that is computed in it.`,
    hint: 'Decide by the answers themselves, in display_rules.',
  }),
  calculation: {
    message: 'A calculation is left out.',
    hint: 'Decide by the answers themselves, in display_rules.',
  },
  otherChoice: (title: string) => ({
    message: `Who chooses “Other” at ${inQuotes(title)} is not asked what it is.`,
    hint: 'Add a step with a text, shown where the answer is other.',
  }),
  noLabel: {
    message: 'A choice without words, or with those of another one, is left out.',
    hint: 'Give each choice words of its own.',
  },
  choicesElsewhere: (title: string) => ({
    message: `${inQuotes(title)} is left out: its choices are loaded from another address.`,
    hint: 'Write the choices into the question’s options.',
  }),
  noChoices: (title: string) => ({
    message: `${inQuotes(title)} is left out: it has no choices.`,
    hint: 'Add the question by hand, with its options.',
  }),
  repeated: (title: string) => ({
    message: `${inQuotes(title)} is left out: it is a list of which a visitor adds entries.`,
    hint: 'Ask for a fixed number of them, each in a step of its own.',
  }),
  tooDeep: {
    message: 'What is here is nested too deeply, or contains itself, and is left out.',
    hint: 'Write it out, at most ten levels deep.',
  },
  picture: {
    message: 'A picture or a film is left out.',
    hint: 'Put the file beside the flow, and name it in a picture element or on the card.',
  },

  // How it is asked
  dateAsText: (title: string, shape: string) => ({
    message: `${inQuotes(title)} takes a date as it is typed (${shape}): nothing looks whether there is such a day.`,
    hint: 'For a birthday use the widget date_of_birth.',
  }),
  checkLost: (title: string, what: string) => ({
    message: `At ${inQuotes(title)}, this is no longer checked: ${what}.`,
    hint: 'Say it in the hint. See the validations that there are in schemas/GUIDE.md.',
  }),
  scaleWords: (title: string) => ({
    message: `The words at the ends of the scale of ${inQuotes(title)} are left out.`,
    hint: 'Put them into the hint, or into the texts of the first and the last option.',
  }),
  fromZero: (title: string) => ({
    message: `At ${inQuotes(title)} the form names no smallest number. It is 0 now, so that only numbers are taken.`,
    hint: 'Change arg of the validation min, where less is possible.',
  }),
  startLost: (title: string) => ({
    message: `What ${inQuotes(title)} begins with is left out: a visitor answers everything themselves.`,
    hint: 'Put the usual answer first among the options.',
  }),
  placeholderLost: (title: string, words: string) => ({
    message: `At ${inQuotes(title)} the example “${words}” is left out: there is one line under a label, and it is taken.`,
    hint: 'Put it into the hint, where it is needed.',
  }),
  shortened: (words: string) => ({
    message: `A text is too long for its place and was cut: ${inQuotes(words)}.`,
    hint: 'Say it in fewer words, or in an html element.',
  }),
  pipingLost: (words: string) => ({
    message: `A heading cannot repeat an answer, so it was taken out: ${inQuotes(words)}.`,
    hint: 'Write {{field:NAME}} in an html element of a later step.',
  }),
  pipingUnknown: (name: string) => ({
    message: `A text repeats “${name}”, which nothing here is called; it was taken out.`,
    hint: 'Write {{field:NAME}}, with the name of a field that an earlier step asks for.',
  }),
  markupCut: {
    message: 'Some of the markup of a text is left out: what could run or load something, and styles.',
    hint: 'Paragraphs, lists, links, bold and italic are possible.',
  },
  phoneOfUs: (title: string) => ({
    message: `${inQuotes(title)} takes telephone numbers of the United States alone.`,
    hint: 'Where others are needed, remove the validation phone; no lead is sent without it.',
  }),
  notGreyed: (title: string) => ({
    message: `${inQuotes(title)} is not shown while it cannot be answered; in the form it was shown and could not be used.`,
    hint: 'Nothing is to be done, if that is as good.',
  }),

  // When it is asked
  conditionLost: (title: string, condition: string) => ({
    message: `${inQuotes(title)} is always shown: its condition could not be said in rules: ${condition}.`,
    hint: 'Write display_rules for its step that come near to it.',
  }),
  requiredIfLost: (title: string, condition: string) => ({
    message: `${inQuotes(title)} may be left unanswered by everybody; in the form, not where ${condition}.`,
    hint: 'Make two steps of it with opposite display_rules, one of which requires an answer.',
  }),
  jumpLost: (title: string, reason: string) => ({
    message: `The jumps after ${inQuotes(title)} are left out, so that the question that follows is always asked: ${reason}.`,
    hint: 'Write display_rules for the steps that they pass over.',
  }),
  jumpReasons: {
    back: 'one of them leads back, or to the same question, and a visitor never comes by a step twice',
    nowhere: (ref: string) => `one of them leads to “${ref}”, which the form does not have`,
    condition: (what: string) => `the condition of one of them could not be said in rules: ${what}`,
    long: 'it would take more comparisons than anybody could read',
  },
  tooLong: (title: string) => ({
    message: `${inQuotes(title)} is always shown: when it is asked takes more comparisons than anybody could read.`,
    hint: 'Write display_rules for its step that come near to it, or split the form into offers.',
  }),
  neverAsked: (title: string) => ({
    message: `${inQuotes(title)} is left out: the form’s own logic never leads to it.`,
    hint: 'Add it, if the logic of the form was a mistake.',
  }),
  refTwice: (ref: string) => ({
    message: `Two questions are called “${ref}”. Where the form’s logic names it, the first is meant.`,
    hint: 'Look at the display_rules that compare its field.',
  }),
  behaviour: (what: string) => ({
    message: `${what} is left out: it sets or takes away answers.`,
    hint: 'Visitors answer everything themselves; decide by their answers, in display_rules.',
  }),

  // Around it
  endRedirect: (address: string) => ({
    message: `An end led to ${address}.`,
    hint: 'Add the host to ui_config.partner_hosts, and a link_out or a result with a redirect to the end.',
  }),
  otherEnd: (what: string) => ({
    message: `The end ${inQuotes(what)} is left out.`,
    hint: 'Add a step to the offer “end”, with display_rules.',
  }),
  landingKept: {
    message: 'The words of welcome are left out: the site has words of its own above the first question.',
    hint: 'Change promise or landing under ui_config.site, where they are better.',
  },
  otherLanguage: (name: string) => ({
    message: `The form is in “${name}”, and visitors can read a site in English or Spanish: the buttons are in English.`,
    hint: 'Translate the texts of the flow.',
  }),
  moreLanguages: (names: string) => ({
    message: `The form’s words in ${names} are left out.`,
    hint: 'A site speaks English and Spanish.',
  }),
  wordsSame: (count: number) => ({
    message: `${count === 1 ? 'One text has' : `${count} texts have`} no words in the other language of the site, and ${count === 1 ? 'is' : 'are'} shown there as ${count === 1 ? 'it is' : 'they are'}.`,
    hint: 'Look under ui_config.languages for texts that say the same in both.',
  }),
  siteWords: {
    message: 'The words around the questions, such as the links below and the small print, are in English.',
    hint: 'Translate what stands under ui_config.site.',
  },
  noConsent: {
    message: 'The form asks for no consent, so no lead is sent to anybody: answers are kept and counted.',
    hint: 'Add a consent to a step, and a hidden step with send_lead behind it.',
  },
  noPhone: {
    message:
      'The form asks for no telephone number, so no lead is sent to anybody: answers are kept and counted.',
    hint: 'Add one with the validation phone, here and on the server, and a hidden step with send_lead behind it.',
  },
  readConsent: (title: string) => ({
    message: `${inQuotes(title)} is a consent now, kept word for word, and a lead goes to an example of a buyer where it is given.`,
    hint: 'Read whether it says who calls, about what and how, and name your buyers in ui_config.buyers.',
  }),
  onlyAdults: {
    message:
      'The form asks for a date of birth and for a consent: whoever is under 18 does not get past the date now.',
    hint: 'Without a consent, remove the validation age.',
  },
  buyersKept: {
    message:
      'The buyers of the site are not sent what this form asks: its lead goes to an example of a buyer.',
    hint: 'Name your buyers in send_lead, once the form asks for all that they need.',
  },
}

/** Why a file cannot be imported at all. */
export const IMPORT_FAULTS = {
  tooLarge: (bytes: number) =>
    `The file is larger than ${bytes / 1_000_000} MB: no form is. Export the form alone, without its answers.`,
  notJson: (line: number, column: number, message: string, hint: string) =>
    `The file is not JSON: line ${line}, column ${column}. ${message} ${hint}`,
  notObject:
    'The file holds no form: it is a list or a single value. A form is an object, with "fields", "properties" or "pages".',
  notKnown:
    'The file is no form that is known. Typeform’s has "fields", a JSON Schema "properties", a SurveyJS document "pages" or "elements".',
  notThis: (format: string, holds: string) =>
    `The file is no ${format} document: it has no ${holds}. Say another format, or none, and it is recognised.`,
  responses:
    'These are answers to a form of Typeform, and not the form. Export the form itself: GET https://api.typeform.com/forms/ID.',
  nothing: (format: string) => `Nothing that this ${format} document asks can be taken over.`,
  uiNeedsSchema: 'A uiSchema goes with a JSON Schema: the file is another kind of form.',
  tooMany: (most: number) => `The form asks more than ${most} questions. Split it into several.`,
}

/** A title as it is read at a glance. */
function inQuotes(title: string): string {
  const short = title.length > 60 ? `${title.slice(0, 60)}…` : title
  return short === '' ? 'A question without a title' : `“${short}”`
}
