import { MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { cssVariables, theme } from './mantineTheme.ts'
import { SCREEN } from '../screenWords.ts'

/** Renders an operator page. The server's document that loads it has `#root`, the product's name, and the nonce that its
 *  Content-Security-Policy requires on every <style>. */
export function mountPage(draw: (page: { product: string; nonce: string }) => ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error(SCREEN.noRoot)
  const nonce = metaOf('csp-nonce')
  // The scroll lock behind a dialog has its own <style>.
  setNonce(nonce)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {draw({ product: metaOf('product-name') || 'Leadloom', nonce })}
      </MantineProvider>
    </StrictMode>,
  )
}

function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
