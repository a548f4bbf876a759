import { Button, SegmentedControl, Switch, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { PreviewState } from '../../../schemas/author/preview.ts'
import { STUDIO } from './studioScreen.ts'
import type { PageView, PageViewing } from './usePageView.ts'

const SIZES = [
  { value: 'phone', label: STUDIO.phone },
  { value: 'desk', label: STUDIO.desk },
] as const
const SCHEMES = [
  { value: 'light', label: STUDIO.light },
  { value: 'dark', label: STUDIO.dark },
] as const

/** View of the page: its size, colors, and language; and a button to start over. */
export function PageTools({
  viewing: { view, change, ask },
  languages,
  small = false,
}: {
  viewing: PageViewing
  languages: PreviewState['languages']
  small?: boolean
}) {
  const size = small ? 'xs' : 'sm'
  return (
    <>
      <SegmentedControl
        transitionDuration={0}
        size={size}
        aria-label={STUDIO.size}
        data={[...SIZES]}
        value={view.size}
        onChange={(value) => change({ size: value as PageView['size'] })}
      />
      <SegmentedControl
        transitionDuration={0}
        size={size}
        aria-label={STUDIO.scheme}
        data={[...SCHEMES]}
        value={view.scheme}
        onChange={(value) => change({ scheme: value as PageView['scheme'] })}
      />
      {languages.length > 1 && (
        <SegmentedControl
          transitionDuration={0}
          size={size}
          aria-label={STUDIO.language}
          data={languages.map((value) => ({ value, label: STUDIO.languages[value] }))}
          value={view.language ?? languages[0]!}
          onChange={(value) => change({ language: value as PageView['language'] })}
        />
      )}
      <Switch
        size={size}
        label={STUDIO.slow}
        checked={view.isSlow}
        onChange={({ currentTarget }) => change({ isSlow: currentTarget.checked })}
      />
      <Button
        size={size}
        variant="default"
        leftSection={<IconRefresh size={16} />}
        onClick={() => ask('anew')}
      >
        {STUDIO.anew}
      </Button>
      {view.isSlow && (
        <Text size="xs" c="dimmed" w="100%" role="status">
          {STUDIO.slowNote}
        </Text>
      )}
    </>
  )
}
