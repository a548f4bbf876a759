import { createContext, use, type ComponentProps, type ReactNode } from 'react'
import { STEP_INPUT } from '../../flow/page.ts'

/** What a step's form is beside what rjsf makes of it. */
interface FrameProps extends ComponentProps<'form'> {
  'data-step': string
  'data-design': string | undefined
  'data-moved': boolean | undefined
  /** What stands above its fields. */
  head: ReactNode
  /** In the place of rjsf's own, which would draw a step again that is about to leave. */
  onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>
}

export const FrameContext = createContext<FrameProps | null>(null)

/** Whether a step is the one in sight; else it waits, drawn and laid out, for the press that leads to it. Only what hears
 *  this is drawn again when that changes. */
export const InSight = createContext(true)

/** The step's form, with all of the step in it: each element around it would be one more to lay out at every press. It says
 *  which step it is of to a server that is posted it, should no script take the press. */
export function Frame({ children, ...form }: ComponentProps<'form'>) {
  const step = use(FrameContext)
  if (!step) throw new Error("rjsf's form stands outside of a step.")
  const { head, ...frame } = step
  return (
    <form {...form} {...frame} data-ahead={!use(InSight) || undefined}>
      {head}
      {children}
      <input type="hidden" name={STEP_INPUT} value={frame['data-step']} />
    </form>
  )
}
