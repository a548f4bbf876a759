import { LOGIN } from '../screenWords.ts'

/** Tells the deadline for turning on two-factor authentication. */
export function FactorReminder({ due }: { due: number }) {
  const day = new Date(due).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
  return (
    <p role="status" className="factor-reminder">
      {LOGIN.factorDue(day)} <a href="/desk/account">{LOGIN.turnOnFactor}</a>
    </p>
  )
}
