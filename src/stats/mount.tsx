import { MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Api } from './report/api.ts'
import { App, type ComingDashboard } from './StatsApp.tsx'
import type { BrowserStorage } from './browser/preferences.ts'
import { cssVariables, theme } from './mantineTheme.ts'
import { SCREEN } from '../texts/statsScreen.ts'

/** Draws the app. The page that loads it is the server's: `#root`, the product's name, and the nonce that its
 *  Content-Security-Policy wants on every <style>. */
export function mount(app: { api: Api; storage: BrowserStorage; coming: ComingDashboard }): void {
  const root = document.getElementById('root')
  if (!root) throw new Error(SCREEN.noRoot)
  const nonce = metaOf('csp-nonce')
  // What keeps the page still behind a dialog has a <style> of its own.
  setNonce(nonce)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <App {...app} product={metaOf('product-name') || 'Leadloom'} now={Date.now} />
      </MantineProvider>
    </StrictMode>,
  )
}

function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
