/** The part of Formbricks' types that we use, as its own import those of unpublished packages. */
declare module '@formbricks/surveys' {
  export function renderSurveyInline(props: {
    containerId: string
    brandColor: string
    isBrandingEnabled: boolean
    survey: object
  }): void
}
