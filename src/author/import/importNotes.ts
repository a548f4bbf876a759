/** Notes on what an import of another product’s form left out or changed, and what to do by hand. */
export const IMPORT_NOTES = {
  // Questions
  typeNotTaken: (what: string, title: string) => ({
    message: `${inQuotes(title)} was left out. Its type, ${what}, isn’t supported.`,
    hint: 'Ask for it in another way, or when you call.',
  }),
  unknownType: (what: string, title: string) => ({
    message: `${inQuotes(title)} was left out. Its type, “${what}”, is unknown.`,
    hint: 'Add the question by hand, with a widget that fits.',
  }),
  hiddenField: (name: string) => ({
    message: `The hidden field ${name} was left out. Values from a link are recorded with the session, not as answers.`,
    hint: 'Name it sub1, sub2, sub3, or affid in your links to break down reports by it.',
  }),
  hiddenParameter: (name: string, field: string) => ({
    message: `The hidden field ${name} is now the field ${field}, which a link fills in as ?${name}=. Rules compare its text exactly, with its capitals.`,
    hint: 'Check that your links use ?, not #, and name sub1, sub2, sub3, or affid what reports break down by.',
  }),
  variable: (name: string) => ({
    message: `The variable ${name} was left out, along with its calculations.`,
    hint: 'Use the answers themselves in display_rules.',
  }),
  calculation: {
    message: 'A calculation was left out.',
    hint: 'Use the answers themselves in display_rules.',
  },
  blockLost: (type: string) => ({
    message: `A block was left out: ${type}.`,
    hint: 'Set up emails, webhooks, pixels, and buyers on the site itself.',
  }),
  otherChoice: (title: string) => ({
    message: `Visitors who choose “Other” at ${inQuotes(title)} aren’t asked for details.`,
    hint: 'Add a step with a text field that’s shown when the answer is other.',
  }),
  noLabel: {
    message: 'A choice with no text, or with the same text as another choice, was left out.',
    hint: 'Give each choice its own text.',
  },
  noneExclusive: (title: string, none: string) => ({
    message: `“${none}” at ${inQuotes(title)} now clears the other choices.`,
    hint: 'If both can be true, remove exclusive from the option.',
  }),
  choicesElsewhere: (title: string) => ({
    message: `${inQuotes(title)} was left out. Its choices are loaded from another address.`,
    hint: 'Add the choices to the question’s options.',
  }),
  noChoices: (title: string) => ({
    message: `${inQuotes(title)} was left out. It has no choices.`,
    hint: 'Add the question and its options by hand.',
  }),
  repeated: (title: string) => ({
    message: `${inQuotes(title)} was left out. It’s a list that visitors add entries to.`,
    hint: 'Ask for a fixed number of entries, each in its own step.',
  }),
  tooDeep: {
    message: 'This part was left out. It’s nested too deeply or contains itself.',
    hint: 'Write it out with at most ten levels.',
  },
  picture: {
    message: 'A picture or video was left out.',
    hint: 'Add the file to the site, and use it in a picture element or on a card.',
  },

  // Their form
  dateAsText: (title: string, shape: string) => ({
    message: `${inQuotes(title)} takes a date as text (${shape}). Whether the date exists isn’t checked.`,
    hint: 'For a birthday, use the widget date_of_birth.',
  }),
  checkLost: (title: string, what: string) => ({
    message: `${inQuotes(title)} is no longer checked for this: ${what}.`,
    hint: 'Explain it in the hint. For the available validations, see docs/guide/rules.md.',
  }),
  scaleWords: (title: string) => ({
    message: `The labels at the ends of the scale of ${inQuotes(title)} were left out.`,
    hint: 'Put them in the hint, or in the first and last options.',
  }),
  fromZero: (title: string) => ({
    message: `The form sets no minimum for ${inQuotes(title)}. It’s now 0, so that only numbers are accepted.`,
    hint: 'To allow smaller numbers, change arg of the validation min.',
  }),
  startLost: (title: string) => ({
    message: `The default answer of ${inQuotes(title)} was left out. Visitors answer everything themselves.`,
    hint: 'Put the most common answer first in the options.',
  }),
  placeholderLost: (title: string, words: string) => ({
    message: `The example “${words}” was left out of ${inQuotes(title)}. The line under its label is already in use.`,
    hint: 'If you need it, add it to the hint.',
  }),
  shortened: (words: string) => ({
    message: `A text was cut because it’s too long: ${inQuotes(words)}.`,
    hint: 'Shorten it, or use an html element.',
  }),
  pipingLost: (words: string) => ({
    message: `An answer was removed from a heading, which can’t repeat answers: ${inQuotes(words)}.`,
    hint: 'Use {{field:NAME}} in an html element of a later step.',
  }),
  pipingUnknown: (name: string) => ({
    message: `“${name}” was removed from a text, because nothing has that name.`,
    hint: 'Use {{field:NAME}} with the name of a field that an earlier step asks for.',
  }),
  markupCut: {
    message: 'Some markup was left out of a text: styles, and anything that could run or load something.',
    hint: 'You can use paragraphs, lists, links, bold, and italic.',
  },
  phoneOfUs: (title: string) => ({
    message: `${inQuotes(title)} accepts only US phone numbers.`,
    hint: 'To accept others, remove the validation phone. Leads aren’t sent without it.',
  }),
  notGreyed: (title: string) => ({
    message: `${inQuotes(title)} is hidden while it can’t be answered. In the form, it was shown but disabled.`,
    hint: 'If that works for you, there’s nothing to do.',
  }),

  // Their logic
  conditionLost: (title: string, condition: string) => ({
    message: `${inQuotes(title)} is always shown. Its condition can’t be written as rules: ${condition}.`,
    hint: 'Add similar display_rules to its step.',
  }),
  requiredIfLost: (title: string, condition: string) => ({
    message: `${inQuotes(title)} is optional for everyone. In the form, it was required when ${condition}.`,
    hint: 'Split it into two steps with opposite display_rules, and require an answer in one of them.',
  }),
  jumpsLost: (title: string, reason: string) => ({
    message: `The jumps after ${inQuotes(title)} were left out, so the next question is always asked. Reason: ${reason}.`,
    hint: 'Add display_rules to the steps that they skip.',
  }),
  jumpLost: (title: string, reason: string) => ({
    message: `A jump ${afterThat(title)} was left out, so the next question follows. Reason: ${reason}.`,
    hint: 'Add display_rules to the steps that it skips.',
  }),
  wayBackLost: (title: string) => ({
    message: `A way back ${afterThat(title)} was left out, because visitors never see a step twice. The visit continues with what follows, or ends.`,
    hint: 'Visitors can go back with the Back button. Check what follows for them.',
  }),
  ruleLost: (title: string, condition: string) => ({
    message: `A rule ${afterThat(title)} can’t be expressed, so it’s open if its jump is taken: ${condition}.`,
    hint: 'See which steps are shown to more visitors because of it, and add display_rules to them.',
  }),
  shownMore: (title: string, places: readonly string[]) => ({
    message: `${inQuotes(title)} is shown to more visitors than in the form, because of a rule that can’t be expressed: ${places.slice(0, 3).join(', ')}${places.length > 3 ? ', …' : ''}.`,
    hint: 'Add display_rules to its step that come close to the rule.',
  }),
  endUnsure: (title: string, places: readonly string[]) => ({
    message: `The end ${inQuotes(title)} was left out, because a rule that leads to it can’t be expressed: ${places.slice(0, 3).join(', ')}${places.length > 3 ? ', …' : ''}.`,
    hint: 'Add a step with display_rules that come close to the rule to the offer “end”.',
  }),
  jumpReasons: {
    back: 'it leads back or to the same question, but visitors never see a step twice',
    nowhere: (ref: string) => `it leads to “${ref}”, which isn’t in the form`,
  },
  tooLong: (title: string) => ({
    message: `${inQuotes(title)} is always shown. Its condition would need too many comparisons to read.`,
    hint: 'Add similar display_rules to its step, or split the form into offers.',
  }),
  neverAsked: (title: string) => ({
    message: `${inQuotes(title)} was left out. The form’s logic never leads to it.`,
    hint: 'If that was a mistake in the form, add the question by hand.',
  }),
  refTwice: (ref: string) => ({
    message: `Two questions are named “${ref}”. The form’s logic was imported for the first one.`,
    hint: 'Check the display_rules that use its field.',
  }),
  behavior: (what: string) => ({
    message: `${what} was left out. It sets or removes answers.`,
    hint: 'Visitors answer everything themselves. Use their answers in display_rules.',
  }),

  // The rest of the form
  endRedirect: (address: string) => ({
    message: `An end redirected to ${address}. The redirect was left out.`,
    hint: 'Add the host to ui_config.partner_hosts, and add a link_out or a result with a redirect to the end.',
  }),
  otherEnd: (what: string) => ({
    message: `The end ${inQuotes(what)} was left out.`,
    hint: 'Add a step with display_rules to the offer “end”.',
  }),
  landingKept: {
    message: 'The welcome text was left out. The site already has a text above the first question.',
    hint: 'If you prefer the form’s text, change promise or landing in ui_config.site.',
  },
  otherLanguage: (name: string) => ({
    message: `The form is in “${name}”, but sites can only be in English or Spanish. The buttons are in English.`,
    hint: 'Translate the texts of the flow.',
  }),
  moreLanguages: (names: string) => ({
    message: `The form’s texts in ${names} were left out.`,
    hint: 'Sites can be in English and Spanish.',
  }),
  wordsSame: (count: number) => ({
    message: `${count === 1 ? 'One text isn’t' : `${count} texts aren’t`} translated to the site’s other language, and ${count === 1 ? 'is' : 'are'} shown as ${count === 1 ? 'it is' : 'they are'}.`,
    hint: 'In ui_config.languages, look for texts that are the same in both languages.',
  }),
  siteWords: {
    message: 'The texts around the questions, such as the footer links and the small print, are in English.',
    hint: 'Translate the texts in ui_config.site.',
  },
  noConsent: {
    message:
      'The form doesn’t ask for consent, so no leads are sent. Answers are still recorded and counted.',
    hint: 'Add a consent to a step, and a hidden step with send_lead after it.',
  },
  noPhone: {
    message:
      'The form doesn’t ask for a phone number, so no leads are sent. Answers are still recorded and counted.',
    hint: 'Add one with the validation phone, both "local" and "external", and a hidden step with send_lead after it.',
  },
  readConsent: (title: string) => ({
    message: `${inQuotes(title)} is now a consent with the same text. Leads with this consent go to an example buyer.`,
    hint: 'Check that it says who will call, about what, and how. Name your buyers in ui_config.buyers.',
  }),
  onlyAdults: {
    message:
      'The form asks for a date of birth and consent, so visitors under 18 can’t continue past the date.',
    hint: 'If you remove the consent, remove the validation age too.',
  },
  buyersKept: {
    message: 'The site’s buyers don’t get leads from this form. They go to an example buyer.',
    hint: 'Once the form asks for everything your buyers need, name them in send_lead.',
  },
}

/** Reasons why a file can’t be imported at all. */
export const IMPORT_FAULTS = {
  tooLarge: (bytes: number) =>
    `The file is larger than ${bytes / 1_000_000} MB. Export just the form, without its responses.`,
  notJson: (line: number, column: number, message: string, hint: string) =>
    `The file isn’t valid JSON. Line ${line}, column ${column}: ${message} ${hint}`,
  notObject: 'The file doesn’t contain a form. A form is an object with "fields", "properties", or "pages".',
  notKnown:
    'This type of form isn’t supported. A Typeform form has "fields", a Typebot bot has "groups" and "edges", a JSON Schema has "properties", and a SurveyJS document has "pages" or "elements".',
  notThis: (format: string, holds: string) =>
    `The file isn’t a ${format} document, because it has no ${holds}. Choose another format, or none to detect it.`,
  responses:
    'These are responses to a Typeform form, not the form itself. Export the form: GET https://api.typeform.com/forms/ID.',
  nothing: (format: string) => `None of the questions in this ${format} document can be imported.`,
  uiNeedsSchema: 'A uiSchema only works with a JSON Schema, but the file is another type of form.',
  tooMany: (most: number) => `The form has more than ${most} questions. Split it into several forms.`,
}

/** Words for the place of a jump; without a title it is the start of the form. */
function afterThat(title: string): string {
  return title === '' ? 'at the start' : `after ${inQuotes(title)}`
}

/** Shortened title in quotes. */
function inQuotes(title: string): string {
  const short = title.length > 60 ? `${title.slice(0, 60)}…` : title
  return short === '' ? 'A question without a title' : `“${short}”`
}
