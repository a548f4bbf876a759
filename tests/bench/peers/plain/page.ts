import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STEPS, VEHICLE, type Ask } from '../steps.ts'

/** The funnel without a library, as the floor: every step in one HTML document, with a hundred lines of script. */
export function plainPage(): string {
  const read = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plain HTML</title>
<style>${read('..', 'peers.css')}</style>
</head>
<body>
<progress max="11" value="0"></progress>
${STEPS.map(
  ({ title, asks }, index) => `<form data-step${index > 0 ? ' hidden' : ''} novalidate>
<h1 tabindex="-1">${title}</h1>
${asks.map(control).join('\n')}
<p class="error" aria-live="polite"></p>
${asks.some(({ kind }) => kind !== 'buttons') ? '<button>Continue</button>' : ''}
</form>`,
).join('\n')}
<script>${read('script.js')}</script>
</body>
</html>
`
}

function control(ask: Ask): string {
  switch (ask.kind) {
    case 'buttons':
      return ask.options
        .map((option) => `<button name="${ask.name}" value="${option}">${option}</button>`)
        .join('')
    case 'radio':
    case 'checks': {
      const type = ask.kind === 'radio' ? 'radio' : 'checkbox'
      return ask.options
        .map(
          (option) =>
            `<label><input type="${type}" name="${ask.name}" value="${option}" required> ${option}</label>`,
        )
        .join('')
    }
    case 'select':
      return `<label>${ask.label}${select(ask.name, ask.options)}</label>`
    case 'vehicle':
      return `<label>Year${select('vehicle.year', VEHICLE.years)}</label>
<label>Make${select('vehicle.make', [])}</label>
<label>Model${select('vehicle.model', [])}</label>`
    case 'area':
      return `<label>${ask.label}<textarea name="${ask.name}" rows="5" minlength="${ask.minLength}" required></textarea></label>`
    case 'text':
      return `<label>${ask.label}<input type="${ask.type}" name="${ask.name}" pattern="${ask.pattern}" required></label>`
  }
}

function select(name: string, options: readonly string[]): string {
  return `<select name="${name}" required${options.length === 0 ? ' disabled' : ''}>
<option value="">Choose</option>${options.map((option) => `<option>${option}</option>`).join('')}
</select>`
}
