import type { ElementOf } from '../schemas/elements/element.ts'
import { buyerNames } from '../src/flow/consent/buyerNames.ts'
import { answer, consents, hasBox } from '../src/flow/elements/elements.ts'
import { legalAddress } from '../src/flow/legalAddress.ts'
import { useStep } from './context.ts'

/** A consent text, word for word: what is shown here is what is recorded. It is marked for consent certificates; the site's documents
 *  that it names are links that open in another tab. Jornaya takes the names of several sellers as labels below a text without them.
 *  Source: ActiveProspect, "Consent tagging"; Verisk, "How to add TCPA disclosure". */
export function Consent({ element }: { element: ElementOf<'consent'> }) {
  const { sellers, words, isWitnessed } = useConsent(element)
  const witnessed = isWitnessed && sellers.length > 0
  return (
    <div className="consent">
      <p data-tf-element-role="consent-language">
        {witnessed ? (
          <label>
            <input type="hidden" data-leadid-type="disclosure" />
            {words}
          </label>
        ) : (
          words
        )}
      </p>
      {witnessed && sellers.length > 1 && (
        <ul>
          {sellers.map((name) => (
            <li key={name}>
              <label>
                <input type="hidden" data-leadid-type="brand" />
                <Seller name={name} />
              </label>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Parts of a consent, and the sellers that it is given to. */
export function useConsent({ question_key, answer_id, seller }: ElementOf<'consent'>) {
  const { flow, base, path, offer_key, step } = useStep()
  const { site, entrypoint } = flow.ui_config
  const { backend_field_value: text = '' } = answer(flow, question_key, answer_id)
  const documents = new Map(
    site.footer.map(({ text, document }) => [text, legalAddress({ base, path, flow }, document)]),
  )
  const sellers = buyerNames(flow, offer_key, seller)
  const isThis = (box: ElementOf<'consent'>) =>
    box.question_key === question_key && box.answer_id === answer_id
  /** Its position among the checkboxes of the step; 0 if it has none. */
  const place = seller === undefined ? 0 : consents(step).filter(hasBox).findIndex(isThis) + 1
  return {
    text,
    sellers,
    place,
    words: marked(text, sellers, { documents, place }),
    isWitnessed: entrypoint.tracking_scripts.jornaya !== undefined,
  }
}

function Seller({ name, place = 0 }: { name: string; place?: number }) {
  const role = place > 0 ? `consent-opted-advertiser-name-${place}` : 'consent-advertiser-name'
  return <span data-tf-element-role={role}>{name}</span>
}

/** The text with buyers' names marked and documents' names linked. Among names with a common beginning, the longest wins. */
function marked(
  text: string,
  buyers: readonly string[],
  { documents, place }: { documents: ReadonlyMap<string, string>; place: number },
) {
  const any = [...buyers, ...documents.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[^\w\s]/g, '\\$&'))
    .join('|')
  return text.split(new RegExp(`(${any})`)).map((part, index) => {
    if (buyers.includes(part)) return <Seller key={index} name={part} place={place} />
    if (!documents.has(part)) return part
    return (
      <a key={index} href={documents.get(part)} target="_blank">
        {part}
      </a>
    )
  })
}
