import { addScript, hiddenValue, type Tracker } from './tracker.ts'

declare global {
  interface Window {
    trustedFormCertUrlCallback?: (url: unknown) => void
    trustedFormStopRecording?: () => void
  }
}

/** TrustedForm Certify: a certificate of what the visitor saw and did. Its callback must exist before its script. Source:
 *  ActiveProspect, "Implementing TrustedForm Certify"; options `field`, `ping_field`, `use_tagged_consent`, `l`; "Single-page
 *  applications", for the end of the recording. */
export function trustedForm(script: string): Tracker {
  let loaded = false
  let ended = false
  /** True if it began when nothing more was asked, so it has seen no consent. */
  let late = false
  return {
    id: 'trustedform_cert_url',
    field: FIELD,
    witness: true,
    start: (found) => {
      window.trustedFormCertUrlCallback = (url) => {
        if (!late) found(url)
        if (ended) window.trustedFormStopRecording?.()
      }
      const options = new URLSearchParams({
        field: FIELD,
        ping_field: 'xxTrustedFormPingUrl',
        use_tagged_consent: 'true',
        // Requests a certificate for this page load only, bypassing every cache.
        l: `${Date.now()}${Math.random()}`,
      })
      addScript(`${script}?${options}`, () => (loaded = true))
    },
    look: () => (late ? undefined : hiddenValue(FIELD)),
    stop: () => {
      ended = true
      late = !loaded
      // In a separate task, so that the recorder sees the last submit first.
      setTimeout(() => window.trustedFormStopRecording?.())
    },
    idOf: (value) => {
      const url = value
        .trim()
        .replace(/^http:/, 'https:')
        .replace(/\/$/, '')
      return CERTIFICATE.test(url) ? url : null
    },
  }
}

const FIELD = 'xxTrustedFormCertUrl'

/** Format in leadconduit-integration-trustedform, which refuses every other. */
const CERTIFICATE = /^https:\/\/cert\.trustedform\.com\/([-\w]{40}|[-\w]{80}|0\.[-\w.]{1,400})$/
