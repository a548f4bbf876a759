import { Text } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { FORM } from '../../../texts/studio/formScreen.ts'
import type { FormPaneProps } from './FormPane.tsx'

/** Lazy, as it includes rjsf and the flow schema, which authors who only write text don't need. */
const FormPane = lazy(() =>
  import('./FormPane.tsx').then(
    (loaded): { default: ComponentType<FormPaneProps> } => ({ default: loaded.FormPane }),
    () => ({ default: NotLoaded }),
  ),
)

/** Form of the object at the text's cursor. */
export function FormTab(props: FormPaneProps) {
  return (
    <Suspense
      fallback={
        <Text size="sm" c="dimmed" role="status">
          {FORM.opening}
        </Text>
      }
    >
      <FormPane {...props} />
    </Suspense>
  )
}

function NotLoaded() {
  return (
    <Text size="sm" role="alert">
      {FORM.failed}
    </Text>
  )
}
