/** Meaning of a button for a consent beside it. */
export type Meaning = 'agrees' | 'refuses' | 'unclear'

/** Meaning of a button's own words, in English or Spanish. Only clear words agree: "Yes", "I agree", "Send my details". "Continue" may
 *  mean anything. */
export function meaningOfWords(text: string): Meaning {
  const words = text
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()
  if (REFUSING.some((pattern) => pattern.test(words))) return 'refuses'
  return AGREEING.some((pattern) => pattern.test(words)) ? 'agrees' : 'unclear'
}

const REFUSING = [
  /^(no(?! (cost|fee|obligation|risk))|nope|nah|not|never|skip|later|maybe later|decline|refuse|reject|cancel|close|dismiss|ahora no|omitir)(?= |$)/,
  /^(i'll )?pass( on (this|it))?$/,
  /\b(no thanks?|not (now|today|yet|interested|agree|accept|consent)|do not|don't|won't|will not|rather not|never mind|disagree|opt out|unsubscribe|(ask|remind) me later)\b/,
  /\bwithout( (agreeing|consent|consenting|sharing|sending|sign\w*|it|this|that|a call|calls|giving\b.*|my\b.*)|$)/,
  /\b(keep|stay)\b.*\b(private|myself|to me)\b/,
]

const AGREEING = [
  /^(yes|yeah|yep|sure|ok|okay|absolutely|of course|agreed?|accept|allow|count me in|i'm in|apply|sí|si|acepto|de acuerdo|claro)(?= |$)/,
  /\b(i|we)( \w+)? (agree|accept|consent|authori[sz]e|allow|give|want|would like|confirm|permit)\b|\b(i'd like|estoy de acuerdo)\b/,
  /^(please )?(call|text|phone|contact|email|message|send|share|pass|get|request|claim|start|book|schedule|connect|match|submit)( [^ ]+)*? (me|my|us|our|quotes?|rates?|calls?|callback|details|offers?|list|claim|review|estimate|matche?s?|plans?|report|help|eligibility|options|information|results|consultation)(?= |$)/,
]
