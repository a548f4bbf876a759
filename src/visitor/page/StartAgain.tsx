import type { Journey } from '../../flow/journey.ts'
import { says } from '../../flow/languages/language.ts'
import { START_AGAIN_INPUT, type Page } from '../../flow/page.ts'
import type { World } from '../visit/world.ts'

/** Link that lets the next user of a device begin without the details of the last. */
export function StartAgain({ page, hasEnded, world }: StartAgainProps) {
  const { PAGE } = says(page.flow)
  return (
    <form
      className="again"
      method="post"
      onSubmit={(event) => {
        if (!world) return
        event.preventDefault()
        const form = event.currentTarget
        // The browser itself posts the form, and shows an error if the server cannot be reached.
        world.startAgain(form).catch(() => form.submit())
      }}
    >
      <input type="hidden" name={START_AGAIN_INPUT} />
      {hasEnded ? '' : PAGE.notYou} <button>{PAGE.startAgain}</button>
    </form>
  )
}

interface StartAgainProps {
  page: Page
  hasEnded: boolean
  world: World | undefined
}

/** True if there are answers to discard. */
export function hasAnswers({ answers }: Journey): boolean {
  return Object.values(answers).some((data) => Object.keys(data).length > 0)
}
