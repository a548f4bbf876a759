import { memo, type ReactNode } from 'react'
import { LANGUAGE_NAMES } from '../../texts/languages/languageNames.ts'
import type { Company } from '../../../schemas/flow/site.ts'
import type { PhoneNumber } from '../../../schemas/visitor/page.ts'
import { Bar } from '../../../widgets/Bar.tsx'
import { Icon } from '../../../widgets/Icon.tsx'
import { PhoneLine } from '../../../widgets/PhoneLink.tsx'
import { LANGUAGE_PARAMETER } from '../../flow/arrival.ts'
import { languagesOf, says } from '../../flow/languages/language.ts'
import { legalAddress } from '../../flow/legalAddress.ts'
import { logoOf } from '../../flow/logo.ts'
import { sellsLeads } from '../../flow/outcome.ts'
import type { Page } from '../../flow/page.ts'
import { withProduct } from '../../flow/placeholders.ts'

/** Page around the steps: who runs it, the progress, and the small print. Source: spec, section 2 "Funnel entry screen". */
export function Template({
  page,
  progress,
  phone,
  children,
}: {
  page: Page
  progress: ReactNode
  /** The tracked number, loaded if the site shows it; null while unknown. */
  phone: () => PhoneNumber | null
  children: ReactNode
}) {
  const { PAGE } = says(page.flow)
  const brand = page.flow.ui_config.site
  const { name, masthead, banner } = brand
  const { file, width, height, says_name } = logoOf(brand)
  const site = withProduct(name, page.product_name)
  return (
    <>
      <header className="masthead">
        <div className="masthead-inner">
          <span className="logo">
            <img
              loading="lazy"
              src={`${page.base}/main/flows/${page.session.version}/${file}`}
              alt={says_name ? site : ''}
              width={width}
              height={height}
              fetchPriority="low"
            />
            {!says_name && site}
          </span>
          {masthead !== undefined && (
            <span className="secure">
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z" />
              </svg>
              {masthead}
            </span>
          )}
          <Languages flow={page.flow} />
        </div>
        {progress}
      </header>
      {banner !== undefined && (
        <aside className="banner" aria-label={PAGE.contact}>
          <div className="banner-inner">
            <p>{banner}</p>
            <PhoneLine lead={PAGE.callLead} text="{{phone}}" number={phone()} />
          </div>
        </aside>
      )}
      {children}
      <Side page={page} />
      <Foot page={page} site={site} />
    </>
  )
}

/** Progress of the visitor, from 0 to 1; null if the step shows its own. */
export function Progress({ page, progress }: { page: Page; progress: number | null }) {
  const percent = Math.round((progress ?? 0) * 100)
  return <Bar percent={percent} label={says(page.flow).PAGE.done(percent)} away={progress === null} />
}

/** Beside the steps where there is room, else below them: how a visit goes, and who runs the site. The same on every step, so that no
 *  press pays for it. */
const Side = memo(function Side({ page }: { page: Page }) {
  const { PAGE } = says(page.flow)
  const { company } = page.flow.ui_config.site
  return (
    <aside className="side" aria-label={PAGE.about}>
      {sellsLeads(page.flow) && (
        <section className="how">
          <h2>{PAGE.how}</h2>
          <ol>
            {PAGE.howSteps.map(([title, text]) => (
              <li key={title}>
                <strong>{title}</strong> {text}
              </li>
            ))}
          </ol>
        </section>
      )}
      {company && (
        <section className="company">
          <h2>{PAGE.behind}</h2>
          <CompanyLines page={page} company={company} />
        </section>
      )}
    </aside>
  )
})

/** A number for dialing, as people write it. It never wraps. */
const READABLE = [/^\+1(\d{3})(\d{3})(\d{4})$/, '($1)\u00a0$2\u2011$3'] as const

/** Name, address, phone, and licenses of the company that runs a site. */
function CompanyLines({ page, company }: { page: Page; company: Company }) {
  const { name, address, phone, hours, licenses = [], mark } = company
  return (
    <address>
      {mark && (
        <img
          loading="lazy"
          src={`${page.base}/main/flows/${page.session.version}/${mark.file}`}
          alt={mark.alt ?? ''}
          width={mark.width}
          height={mark.height}
        />
      )}
      <strong>{name}</strong>
      {address.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <a href={`tel:${phone}`}>{phone.replace(...READABLE)}</a>
      {hours !== undefined && <span>{hours}</span>}
      {licenses.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}

/** Small print, the same on every step. */
const Foot = memo(function Foot({ page, site }: { page: Page; site: string }) {
  const { PAGE } = says(page.flow)
  const { footer, disclaimer = '', company } = page.flow.ui_config.site
  const owner = company ? PAGE.runBy(site, [company.name, ...company.address].join(', ')) : site
  return (
    <footer className="foot">
      <nav aria-label={PAGE.legal}>
        <ul>
          {footer.map(({ text, document }) => (
            <li key={document}>
              <a href={legalAddress(page, document)}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
      <p>{PAGE.smallPrint(page.year, owner, disclaimer)}</p>
    </footer>
  )
})

/** Links, at the top of the page, to it in the other languages of the site, which work before any script and without one. Answers and typed text are kept
 *  as over any reload. */
function Languages({ flow }: Pick<Page, 'flow'>) {
  const others = languagesOf(flow).slice(1)
  if (others.length === 0) return null
  return (
    <ul className="languages" aria-label={says(flow).PAGE.languages}>
      {others.map((language) => (
        <li key={language}>
          <a
            href={`?${LANGUAGE_PARAMETER}=${language}`}
            lang={language}
            hrefLang={language}
            onClick={(event) => {
              // Keeps the rest of the address for scripts that read it.
              const address = new URL(location.href)
              address.searchParams.set(LANGUAGE_PARAMETER, language)
              event.preventDefault()
              location.replace(address)
            }}
          >
            <Icon name="globe" />
            {LANGUAGE_NAMES[language]}
          </a>
        </li>
      ))}
    </ul>
  )
}
