import { Text } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { FORM } from '../../../texts/studio/formScreen.ts'
import type { FormPaneProps } from './FormPane.tsx'

/** It brings rjsf and the schema of flows: who writes text alone does not wait for them. */
const FormPane = lazy(() =>
  import('./FormPane.tsx').then(
    (loaded): { default: ComponentType<FormPaneProps> } => ({ default: loaded.FormPane }),
    () => ({ default: NotLoaded }),
  ),
)

/** The form of what the cursor of the text is in. */
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
