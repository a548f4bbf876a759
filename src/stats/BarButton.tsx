import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconChartBar, IconInbox, IconMoon, IconPencil, IconSun, type TablerIcon } from '@tabler/icons-react'
import { SCREEN } from '../texts/statsScreen.ts'

interface ButtonProps {
  label: string
  /** The key that does the same: where there are no keys, it is left out. */
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

/** The way to the other pages of operators. */
export function OtherPages({ here }: { here: (typeof PAGES)[number]['address'] }) {
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

/** Light or dark. */
export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = scheme === 'dark' ? 'light' : 'dark'
  return (
    <BarButton
      label={SCREEN.useColours(next)}
      Icon={next === 'light' ? IconSun : IconMoon}
      onClick={() => setColorScheme(next)}
    />
  )
}
