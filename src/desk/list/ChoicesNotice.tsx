import { RetryLine } from '../../operator/loading/Notice.tsx'
import { LIST } from '../parts/deskScreen.ts'
import { useDesk } from '../parts/deskContext.ts'

/** Notice that offers, buyers, and permissions failed to load; empty while they load and afterwards. */
export function ChoicesNotice() {
  const { failure, retry } = useDesk().choices
  return (
    <div role="alert" className="outdated-place">
      {failure !== null && <RetryLine retry={retry}>{LIST.noChoices(failure)}</RetryLine>}
    </div>
  )
}
