import type { Problem, Weight } from '../../schemas/problem.ts'

/** Problems that do not block publishing, by code, with the reason: neither a visitor nor the operator is harmed. All others are errors. */
const WARNINGS: Record<string, string> = {
  age_unknown: 'whoever agrees may well be of age: only the evidence of it is missing',
  alt_repeats: 'words that are read out twice take time, and nothing is missing',
  font_lacks: 'what a font lacks comes from the next one, and looks a little different',
  link_only: 'an offer may be meant for a link of its own',
  picture_blurred: 'a picture that is shown larger than it is looks poor, and says what it says',
  pictures_uneven: 'a card without a picture says what it means in words',
  rule_always: 'a rule that holds for everybody changes nothing that a visitor meets',
  script_host_unchecked:
    'the server that publishes the flow knows the list, and refuses a host that is not on it',
  style_not_loaded: 'a picture or a font that does not come is missing, and the page works without it',
  style_unknown: 'browsers pass over what they do not know, and may know what is newer',
  style_value: 'browsers pass over what they do not know, and may know what is newer',
  undecided: 'what could not be decided may well be right',
  words_unused: 'words that are shown to nobody mislead nobody',
  unused_buyer: 'a buyer whom no action names is sent nothing, and is named to nobody',
}

export function weightOf({ code }: Pick<Problem, 'code'>): Weight {
  return Object.hasOwn(WARNINGS, code) ? 'warning' : 'error'
}

/** True if a problem blocks publishing. */
export function isError(problem: Pick<Problem, 'code'>): boolean {
  return weightOf(problem) === 'error'
}
