import { createTheme, type CSSVariablesResolver } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Rounder checkboxes look like radio buttons.
  components: { Checkbox: { defaultProps: { radius: 'sm' } } },
  colors: {
    dark: [
      '#d9dde7',
      '#b3bbcb',
      '#8d97ab',
      '#5d677c',
      '#3b4456',
      '#2d3444',
      '#242a38',
      '#1a1f2b',
      '#12161f',
      '#0c0f16',
    ],
  },
})

/** Mantine's dimmed and placeholder grays have less than 4.5:1 contrast on their backgrounds (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565e6c',
    '--mantine-color-placeholder': '#667080',
    '--mantine-color-error': '#c92a2a',
    '--stats-accent': colors.indigo[8],
    '--stats-page': '#f6f7f9',
    '--stats-line': '#e4e7ec',
    '--stats-tint': '#f1f3fd',
    '--stats-strip': '#f6f7f9',
    '--stats-before': '#98a2b3',
    '--stats-mark': '#b7791f',
    '--stats-up': '#1a7f37',
    '--stats-down': '#c92a2a',
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': '#97a1b5',
    '--mantine-color-error': '#ff8787',
    '--stats-accent': colors.indigo[3],
    '--stats-page': '#12161f',
    '--stats-line': '#2d3444',
    '--stats-tint': '#1f2537',
    '--stats-strip': '#212736',
    '--stats-before': '#6b768c',
    '--stats-mark': '#e0b35c',
    '--stats-up': '#69db7c',
    '--stats-down': '#ff8787',
  },
})
