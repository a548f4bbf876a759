import { PAGE } from '../../texts/visitorPage.ts'
import { memo, type ReactNode } from 'react'
import type { PhoneNumber } from '../../../schemas/api.ts'
import { Bar } from '../../../widgets/Bar.tsx'
import { PhoneLine } from '../../../widgets/PhoneLink.tsx'
import { logoOf } from '../../flow/logo.ts'
import type { Page } from '../../flow/page.ts'
import { withProduct } from '../../flow/placeholders.ts'

/** The page around the steps: who runs it, how far one has come, and the small print. Source: spec, section 2 "Funnel entry
 *  screen". */
export function Template({
  page,
  progress,
  phone,
  children,
}: {
  page: Page
  progress: ReactNode
  /** The tracked number, asked for where the site shows it; null while it is not known. */
  phone: () => PhoneNumber | null
  children: ReactNode
}) {
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
              src={`/main/flows/${page.session.version}/${file}`}
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
      <Foot page={page} site={site} />
    </>
  )
}

/** How far the visitor has come, 0 to 1; null where the step shows its own. */
export function Progress({ progress }: { progress: number | null }) {
  return <Bar percent={Math.round((progress ?? 0) * 100)} away={progress === null} />
}

/** The small print: the same on every step. */
const Foot = memo(function Foot({ page, site }: { page: Page; site: string }) {
  const { footer, disclaimer = '' } = page.flow.ui_config.site
  return (
    <footer className="foot">
      <nav aria-label={PAGE.legal}>
        <ul>
          {footer.map(({ text, document }) => (
            <li key={document}>
              <a href={`/legal/${page.path}/${document}`}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
      <p>{PAGE.smallPrint(page.year, site, disclaimer)}</p>
    </footer>
  )
})
