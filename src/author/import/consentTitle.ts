/** True if a checkbox with these words is a consent: it says that the visitor agrees. */
export function isConsentTitle(title: string): boolean {
  return /\b(tcpa|consent|i (hereby |expressly )?(agree|accept|authori[sz]e|consent)|acepto|doy mi consentimiento|autorizo)\b/i.test(
    title,
  )
}
