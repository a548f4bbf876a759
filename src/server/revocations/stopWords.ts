/** Words by which a person says that they don't want to be contacted anymore, in English and Spanish. Source of the first ones: 47 CFR
 *  64.1200(a)(10), which also counts every other clear way to say it. */

/** Words that say it in a short message. */
const WORDS: ReadonlySet<string> = new Set(
  [
    'stop stopall quit end revoke optout unsubscribe cancel',
    'alto basta pare paren parar baja cancelar cancele revocar revoco terminar detener desuscribir',
  ].flatMap((words) => words.split(' ')),
)
const MOST_WORDS = 5

/** Phrases that say it in any message. */
const PHRASES = [
  'stop (?:calling|contacting|texting|emailing|mailing|messaging|sending)',
  '(?:quit|cease) (?:calling|contacting|texting|emailing)',
  '(?:do not|dont|never|not) (?:ever )?(?:call|contact|text|email|message|write)',
  'no more (?:calls|texts|emails|messages)',
  '(?:take|remove|delete) (?:me|my (?:number|name|phone|email|info|information|details))',
  'opt(?:ed|ing)? (?:me )?out',
  'unsubscribe',
  '(?:revoke|withdraw) (?:my |all )*consent',
  'leave me alone',
  '(?:no|nunca) me (?:vuelva a |vuelvan a )?(?:llame|llamen|llamar|contacte|contacten|contactar|escriba|escriban|escribir|envie|envien|enviar)',
  'no (?:llame|llamen|quiero (?:mas|recibir|que))',
  'no mas (?:llamadas|mensajes|correos)',
  '(?:deje|dejen|pare|paren) de (?:llamar|llamarme|contactar|contactarme|escribir|escribirme|enviar|enviarme|molestar|molestarme)',
  '(?:dar|darme|deme|denme|dese) (?:me )?de baja',
  'cancelar (?:mi |la )?suscripcion',
  '(?:borre|borren|quite|quiten|elimine|eliminen)(?:me| mi (?:numero|nombre|correo))',
  '(?:revoco|retiro) (?:mi )?consentimiento',
]
const PHRASE = new RegExp(`\\b(?:${PHRASES.join('|')})\\b`)

/** True if a message says so. Case, accents, and punctuation don't count. */
export function saysStop(message: string): boolean {
  const plain = message
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/opt-?\s?out/g, 'optout')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const words = plain.split(' ')
  if (words.length <= MOST_WORDS && words.some((word) => WORDS.has(word))) return true
  return words.includes('optout') || PHRASE.test(plain)
}
