import { instead } from '../../author/nearest.ts'
import type { Settings } from '../settings/settings.ts'
import { NOTICES } from '../../texts/operatorNotices.ts'

/** A sentence for every path that the settings name and that is not among `paths`, the published ones. No reason to
 *  refuse a start: a flow may be published to a server that runs. */
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
