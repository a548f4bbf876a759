import { addScript } from './tracker.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Google's tag requires the `arguments` object of each call. */
export function gtag(..._call: unknown[]): void {
  window.dataLayer ??= []
  // eslint-disable-next-line prefer-rest-params
  window.dataLayer.push(arguments)
}

/** Adds Google's tag to the page, once for all of its accounts, and configures it for this one. */
export function addTag(script: string, account: string, settings: Record<string, unknown> = {}): void {
  if (!window.dataLayer) {
    gtag('js', new Date())
    addScript(script)
  }
  gtag('config', account, settings)
}

/** Grants or revokes consent from now on. Source: developers.google.com/tag-platform/security/guides/consent. */
export function consentTo(may: boolean): void {
  const word = may ? 'granted' : 'denied'
  gtag('consent', 'update', {
    ad_storage: word,
    analytics_storage: word,
    ad_user_data: word,
    ad_personalization: word,
  })
}
