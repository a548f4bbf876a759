import { Button } from '@mantine/core'
import { MiddleSheet } from '../../stats/sheets/Sheet.tsx'
import { PEOPLE } from '../../texts/desk/peopleScreen.ts'

interface Props {
  title: string
  why: string
  onGo: () => void
  onClose: () => void
}

/** Asks before something is done that logs somebody out. */
export function LogOutSheet({ title, why, onGo, onClose }: Props) {
  return (
    <MiddleSheet title={title} opened onClose={onClose}>
      <div className="replay">
        <p>{why}</p>
        <div className="replay-end">
          <Button variant="default" onClick={onClose}>
            {PEOPLE.cancel}
          </Button>
          <Button onClick={onGo}>{PEOPLE.doIt}</Button>
        </div>
      </div>
    </MiddleSheet>
  )
}
