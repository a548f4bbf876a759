import { useLocation, useNavigate } from 'react-router-dom'
import { closeMembers, openedOf, openMembers, PART, type Members, type Opened } from '../address/address.ts'
import { PUSHED, useAddress } from '../address/useAddress.ts'
import { useStable } from '../../operator/browser/useStable.ts'

/** Opens a figure; `also` has further changes to the address. */
export type OpenFigure = (opened: Opened, also?: Members) => void

interface OpenedFigure {
  opened: Opened | null
  open: OpenFigure
  close: () => void
  /** Selected part; null for the first. */
  part: string | null
  setPart: (kind: string) => void
}

/** The figure with its rows open, which is part of the address: a link shows it to a colleague, Back closes it. */
export function useOpened(): OpenedFigure {
  const [address, changeAddress] = useAddress()
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  const open = useStable<Parameters<OpenFigure>>((opened, also) =>
    changeAddress({ ...also, ...openMembers(opened) }, 'push'),
  )
  const close = () => {
    if (state === PUSHED) void navigate(-1)
    else changeAddress(closeMembers(address))
  }
  const setPart = (kind: string) => changeAddress({ [PART]: kind })
  return { opened: openedOf(address), open, close, part: address.get(PART), setPart }
}
