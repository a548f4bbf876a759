import { moveFocusToSection } from '../../stats/drilldown/moveFocusToSection.ts'
import { LIST } from '../../texts/desk/deskScreen.ts'
import { SCREEN } from '../../texts/statsScreen.ts'
import { useDesk } from '../deskContext.ts'

/** Says that offers, buyers and what one may do did not come; nothing while they load and once they are there. */
export function ChoicesNotice() {
  const { failure, retry } = useDesk().choices
  return (
    <div role="alert" className="outdated-place">
      {failure !== null && (
        <p className="outdated">
          {LIST.noChoices(failure)}{' '}
          <button
            type="button"
            className="link"
            onClick={({ currentTarget }) => {
              moveFocusToSection(currentTarget)
              retry()
            }}
          >
            {SCREEN.retry}
          </button>
        </p>
      )}
    </div>
  )
}
