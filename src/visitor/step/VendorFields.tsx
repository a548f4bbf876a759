import type { Page } from '../../flow/page.ts'
import { trackingSources, VENDORS, type FormVendor } from '../../flow/vendors/vendors.ts'
import type { TrackingIds } from '../tracking/tracker.ts'

/** Hidden fields by which tracking scripts find a form: empty until a script fills them in, and in later steps with the same values. */
export function VendorFields({ page, ids }: { page: Page; ids: TrackingIds }) {
  if (!page.may_track) return null
  const sources = trackingSources(page.flow.ui_config.entrypoint.tracking_scripts)
  return (
    <>
      {(Object.keys(sources) as FormVendor[]).map((vendor) => {
        const { field } = VENDORS[vendor]
        return (
          field && (
            <input
              key={vendor}
              type="hidden"
              id={field.id}
              name={field.name}
              defaultValue={ids[field.holds]}
            />
          )
        )
      })}
    </>
  )
}
