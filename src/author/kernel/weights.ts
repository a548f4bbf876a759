import type { Problem, Weight } from '../../../schemas/author/problem.ts'

/** Problems that do not block publishing, by code, with the reason: neither a visitor nor the operator is harmed. All others are errors. */
const WARNINGS: Record<string, string> = {
  age_unknown: 'the visitor may well be of age, only the evidence is missing',
  alt_repeats: 'hearing the same words twice takes time, but nothing is missing',
  font_lacks: 'missing letters come from the next font and look a little different',
  law_off: 'an admin turned the rule off and said why',
  law_soon: 'the rule doesn’t apply yet',
  link_only: 'an offer may be meant for its own link',
  never_shown: 'a text that no one sees misleads no one',
  picture_blurred: 'a picture that is too small looks blurry, but is still understood',
  pictures_uneven: 'a card without a picture still has its text',
  link_always: 'a rule may be meant for visitors with a link of their own',
  rule_always: 'a rule that everyone meets changes nothing for visitors',
  script_host_unchecked:
    'the server that publishes the flow knows the list and refuses a host that is not on it',
  separator_in_value: 'a buyer may get lists as arrays, or have a separator of its own',
  style_not_loaded: 'the page works without a picture or font that does not load',
  style_unknown: 'browsers skip what they do not know, and may support what is newer',
  style_value: 'browsers skip what they do not know, and may support what is newer',
  undecided: 'rules that could not be checked may well be right',
  words_to_check: 'the translation was right before its text changed, and may still be',
  words_unused: 'a translation that is never shown misleads no one',
  unused_buyer: 'a buyer that no action names gets no leads and is never shown',
}

export function weightOf({ code }: Pick<Problem, 'code'>): Weight {
  return Object.hasOwn(WARNINGS, code) ? 'warning' : 'error'
}

/** Errors that block publishing, but leave a page that its author can see. */
const UNFINISHED: ReadonlySet<string> = new Set([
  'buyer_field_missing',
  'buyer_not_asked',
  'buyers_unsaid',
  'company_missing',
  'consent_below_button',
  'consent_button',
  'consent_leaves_out_buyer',
  'consent_names_other',
  'consents_mixed',
  'law_broken',
  'lead_without_consent',
  'lead_without_phone_check',
  'no_buyers',
  'sample_text',
  'seller_unnamed',
  'words_differ',
  'words_missing',
])

/** True if a problem leaves nothing that could be shown. */
export function isBroken(problem: Pick<Problem, 'code'>): boolean {
  return isError(problem) && !UNFINISHED.has(problem.code)
}

/** True if a problem blocks publishing. */
export function isError(problem: Pick<Problem, 'code'>): boolean {
  return weightOf(problem) === 'error'
}
