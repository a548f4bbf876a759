import '@mantine/core/styles.css'
import './studio.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cssVariables, theme } from '../stats/mantineTheme.ts'
import { STUDIO } from '../texts/studioScreen.ts'
import { Studio } from './Studio.tsx'

/** Where the page of `leadloom dev` begins. What serves it gives it `#root` and a nonce for its <style> elements. */
const root = document.getElementById('root')
if (!root) throw new Error(STUDIO.noRoot)
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Studio />
    </MantineProvider>
  </StrictMode>,
)
