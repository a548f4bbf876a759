import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconChartBar,
  IconInbox,
  IconLogout,
  IconMoon,
  IconPencil,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LOGIN, SCREEN } from '../screenWords.ts'

interface ButtonProps {
  label: string
  /** Keyboard shortcut; hidden on devices without a keyboard. */
  shortcut?: string
  Icon: TablerIcon
  onClick: () => void
}

export function BarButton({ label, shortcut, Icon, onClick }: ButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={shortcut ? 'bar-shortcut' : ''}
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}

const PAGES = [
  { address: '/stats', label: SCREEN.stats, Icon: IconChartBar },
  { address: '/desk', label: SCREEN.desk, Icon: IconInbox },
  { address: '/studio', label: SCREEN.studio, Icon: IconPencil },
] as const

type Address = (typeof PAGES)[number]['address']

/** Links to the other operator pages. */
function OtherPages({ here }: { here: Address }) {
  return PAGES.filter(({ address }) => address !== here).map(({ address, label, Icon }) => (
    <ActionIcon
      key={address}
      component="a"
      href={address}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  ))
}

/** Toggle between light and dark. */
function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = scheme === 'dark' ? 'light' : 'dark'
  return (
    <BarButton
      label={SCREEN.useScheme(next)}
      Icon={next === 'light' ? IconSun : IconMoon}
      onClick={() => setColorScheme(next)}
    />
  )
}

interface AccountProps {
  operator: string
  here: Address
  onLogOut: () => void
  /** Buttons that only this page has. */
  children?: ReactNode
}

/** End of a bar: who is logged in, links to the other pages, light or dark, and the logout. */
export function BarAccount({ operator, here, onLogOut, children }: AccountProps) {
  return (
    <div className="bar-account">
      <span className="bar-operator" title={LOGIN.loggedIn}>
        {operator}
      </span>
      {children}
      <OtherPages here={here} />
      <SchemeToggle />
      <BarButton label={LOGIN.logOut} Icon={IconLogout} onClick={onLogOut} />
    </div>
  )
}

/** Reason why logging out failed, after an attempt. */
export function StillIn({ reason }: { reason: string | null }) {
  return (
    reason !== null && (
      <p role="alert" className="bar-trouble">
        {LOGIN.stillIn(reason)}
      </p>
    )
  )
}
