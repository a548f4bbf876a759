import type { ElementOf } from '../schemas/element.ts'
import { buyerNames } from '../src/flow/consent/buyerNames.ts'
import { answer } from '../src/flow/elements.ts'
import { legalAddress } from '../src/flow/languages/legalAddress.ts'
import { useStep } from './context.ts'

/** A consent text, word for word: what is shown here is what is recorded. It is marked for those who certify it; the
 *  site's documents that it names are links, to be read in another tab. Jornaya takes the names of several sellers as
 *  labels below a text that has none.
 *  Source: ActiveProspect, "Consent tagging"; Verisk, "How to add TCPA disclosure". */
export function Consent({ element }: { element: ElementOf<'consent'> }) {
  const { flow, path, offer_key } = useStep()
  const { site, entrypoint } = flow.ui_config
  const { backend_field_value = '' } = answer(flow, element.question_key, element.answer_id)
  const documents = new Map(
    site.footer.map(({ text, document }) => [text, legalAddress({ path, flow }, document)]),
  )
  const sellers = buyerNames(flow, offer_key)
  const text = marked(backend_field_value, sellers, documents)
  const witnessed = entrypoint.tracking_scripts.jornaya && sellers.length > 0
  return (
    <div className="consent">
      <p data-tf-element-role="consent-language">
        {witnessed ? (
          <label>
            <input type="hidden" data-leadid-type="disclosure" />
            {text}
          </label>
        ) : (
          text
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

function Seller({ name }: { name: string }) {
  return <span data-tf-element-role="consent-advertiser-name">{name}</span>
}

/** The text with the names of buyers marked, and those of documents linked, where they stand in it: the longest of those
 *  that begin alike. */
function marked(text: string, buyers: readonly string[], documents: ReadonlyMap<string, string>) {
  const any = [...buyers, ...documents.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[^\w\s]/g, '\\$&'))
    .join('|')
  return text.split(new RegExp(`(${any})`)).map((part, index) => {
    if (buyers.includes(part)) return <Seller key={index} name={part} />
    if (!documents.has(part)) return part
    return (
      <a key={index} href={documents.get(part)} target="_blank">
        {part}
      </a>
    )
  })
}
