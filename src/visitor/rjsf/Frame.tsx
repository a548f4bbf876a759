import { createContext, use, type ComponentProps, type ReactNode } from 'react'
import { STEP_INPUT } from '../../flow/page.ts'

/** Props of a step's form in addition to rjsf's. */
interface FrameProps extends ComponentProps<'form'> {
  'data-step': string
  'data-design': string | undefined
  'data-moved': boolean | undefined
  /** Contents above its fields. */
  head: ReactNode
  /** Replaces rjsf's own handler, which would render again a step that is about to leave. */
  onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>
}

export const FrameContext = createContext<FrameProps | null>(null)

/** True if a step is the current one, false if it is prerendered, with layout, for the press that leads to it. Only components that read
 *  this render again when it changes. */
export const InSight = createContext(true)

/** Form with everything in the step: each further element around it would add to the layout of every press. It includes its step's name
 *  for a server that gets it as a post, if no script handles the press. */
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
