import { Skeleton } from '@mantine/core'
import { SCREEN } from '../screenWords.ts'

/** Block in place of content that is loading. Sizes in pixels; as wide as it can be by default. */
export function LoadingBlock({ height, width = '100%' }: { height: number; width?: number | string }) {
  return <Skeleton height={height} width={width} radius={10} role="img" aria-label={SCREEN.loading} />
}
