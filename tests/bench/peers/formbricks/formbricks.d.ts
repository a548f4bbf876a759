/** Its own types import those of packages that are not published: here stands what we use. */
declare module '@formbricks/surveys' {
  export function renderSurveyInline(props: {
    containerId: string
    brandColor: string
    isBrandingEnabled: boolean
    survey: object
  }): void
}
