import { instead } from '../../author/kernel/nearest.ts'
import type { Settings } from '../settings/settings.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'

/** Warnings about paths that the settings name but that aren't among `paths`, the published ones. This doesn't prevent a start, because
 *  a flow may be published to a running server. */
export function warnUnpublishedPaths(
  { defaultSite, siteHosts }: Pick<Settings, 'defaultSite' | 'siteHosts'>,
  paths: readonly string[],
): string[] {
  const ofHosts = [...new Set(siteHosts.values())].map((path) => ['SITE_HOSTS', path] as const)
  const ofRest = defaultSite === null ? [] : [['DEFAULT_SITE', defaultSite] as const]
  return [...ofRest, ...ofHosts]
    .filter(([, path]) => !paths.includes(path))
    .map(([setting, path]) => NOTICES.unpublished(setting, path, instead(path, paths, 'paths')))
}
