import type { Page } from '../../flow/page.ts'
import type { TrackingIds } from '../tracking/tracker.ts'

/** The hidden fields by which tracking scripts know a form: empty until a script fills them in, and in the forms of later
 *  steps what it filled in before. */
export function VendorFields({ page, ids }: { page: Page; ids: TrackingIds }) {
  const { trustedform, jornaya } = page.flow.ui_config.entrypoint.tracking_scripts
  if (!page.may_track) return null
  return (
    <>
      {trustedform?.enabled && (
        <input
          type="hidden"
          id="xxTrustedFormCertUrl_0"
          name="xxTrustedFormCertUrl"
          defaultValue={ids.trustedform_cert_url}
        />
      )}
      {jornaya && (
        <input type="hidden" id="leadid_token" name="universal_leadid" defaultValue={ids.jornaya_lead_id} />
      )}
    </>
  )
}
