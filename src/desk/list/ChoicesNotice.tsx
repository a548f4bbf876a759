import { RetryLine } from '../../stats/Notice.tsx'
import { LIST } from '../../texts/desk/deskScreen.ts'
import { useDesk } from '../deskContext.ts'

/** Says that offers, buyers and what one may do did not come; nothing while they load and once they are there. */
export function ChoicesNotice() {
  const { failure, retry } = useDesk().choices
  return (
    <div role="alert" className="outdated-place">
      {failure !== null && <RetryLine retry={retry}>{LIST.noChoices(failure)}</RetryLine>}
    </div>
  )
}
