import {
  IconActivity,
  IconAddressBook,
  IconAffiliate,
  IconArrowBackUp,
  IconBuildingStore,
  IconCode,
  IconHandStop,
  IconLock,
  IconReceipt,
  IconScale,
  IconSend,
  IconUserCircle,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { DESK } from './parts/deskScreen.ts'
import { AFFILIATES } from './affiliates/affiliateScreen.ts'
import { COSTS } from './costs/costScreen.ts'
import { HOSTS } from './hosts/hostScreen.ts'
import { ACCOUNT, PEOPLE } from './people/peopleScreen.ts'
import { OPT_OUTS } from './optOuts/optOutScreen.ts'
import { PRIVACY } from './privacy/privacyScreen.ts'
import { RETURNS } from './returns/returnScreen.ts'
import { SETTLE } from './settle/settleScreen.ts'
import { WEBHOOKS } from './webhooks/webhookScreen.ts'
import type { OperatorRole } from '../../schemas/people/operator.ts'
import type { Sites } from '../../schemas/people/sites.ts'
import type { Permission } from '../../schemas/people/roles.ts'
import { may } from './parts/may.ts'

/** A part of the desk, shown at `/desk/<slug>` and every address below it. */
interface Section {
  slug: string
  name: string
  /** Permission that a role needs to see it; null for everyone. */
  needs: Permission | null
  /** True if it covers all sites, and so needs an account for all sites. */
  ofAll: boolean
  Icon: TablerIcon
  load: () => Promise<ComponentType>
}

/** Parts that cover all sites: a webhook and a person's visits may each span several. */
const OF_ALL: ReadonlySet<string> = new Set(['affiliates', 'webhooks', 'opt-outs', 'privacy'])

/** Parts of the desk, in the order of the navigation. Each has a folder here, and a script that loads when it is opened. */
export const SECTIONS: readonly Section[] = [
  section(
    'today',
    DESK.today,
    'seesDesk',
    IconActivity,
    async () => (await import('./today/TodayPage.tsx')).TodayPage,
  ),
  section(
    'settle',
    SETTLE.title,
    'seesDesk',
    IconScale,
    async () => (await import('./settle/SettlePage.tsx')).SettlePage,
  ),
  section(
    'leads',
    DESK.leads,
    'seesDesk',
    IconAddressBook,
    async () => (await import('./leads/LeadsPage.tsx')).LeadsPage,
  ),
  section(
    'deliveries',
    DESK.deliveries,
    'seesDesk',
    IconSend,
    async () => (await import('./deliveries/DeliveriesPage.tsx')).DeliveriesPage,
  ),
  section(
    'returns',
    RETURNS.title,
    'seesDesk',
    IconArrowBackUp,
    async () => (await import('./returns/ReturnsPage.tsx')).ReturnsPage,
  ),
  section(
    'buyers',
    DESK.buyers,
    'seesDesk',
    IconBuildingStore,
    async () => (await import('./buyers/BuyersPage.tsx')).BuyersPage,
  ),
  section(
    'affiliates',
    AFFILIATES.title,
    'seesDesk',
    IconAffiliate,
    async () => (await import('./affiliates/AffiliatesPage.tsx')).AffiliatesPage,
  ),
  section(
    'costs',
    COSTS.title,
    'seesDesk',
    IconReceipt,
    async () => (await import('./costs/CostsPage.tsx')).CostsPage,
  ),
  section(
    'webhooks',
    WEBHOOKS.title,
    'seesDesk',
    IconWebhook,
    async () => (await import('./webhooks/WebhooksPage.tsx')).WebhooksPage,
  ),
  section(
    'opt-outs',
    OPT_OUTS.title,
    'seesDesk',
    IconHandStop,
    async () => (await import('./optOuts/OptOutsPage.tsx')).OptOutsPage,
  ),
  section(
    'privacy',
    PRIVACY.name,
    'seesDesk',
    IconLock,
    async () => (await import('./privacy/PrivacyPage.tsx')).PrivacyPage,
  ),
  section(
    'people',
    PEOPLE.name,
    'managesPeople',
    IconUsers,
    async () => (await import('./people/PeoplePage.tsx')).PeoplePage,
  ),
  section(
    'hosts',
    HOSTS.title,
    'managesPeople',
    IconCode,
    async () => (await import('./hosts/HostsPage.tsx')).HostsPage,
  ),
  section(
    'account',
    ACCOUNT.name,
    null,
    IconUserCircle,
    async () => (await import('./account/AccountPage.tsx')).AccountPage,
  ),
]

/** Sections that an operator sees. */
export function sectionsFor({ role, sites }: { role: OperatorRole | null; sites: Sites }): Section[] {
  return SECTIONS.filter(({ needs, ofAll }) => may(role, needs) && (sites === null || !ofAll))
}

function section(
  slug: string,
  name: string,
  needs: Permission | null,
  ...[Icon, load]: [TablerIcon, () => Promise<ComponentType>]
): Section {
  return {
    slug,
    name,
    needs,
    ofAll: OF_ALL.has(slug),
    Icon,
    load,
  }
}
