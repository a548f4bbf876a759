import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { COLOR_MEANINGS } from '../schemas/flow/theme.ts'
import type { FlowDocument } from '../schemas/flow/flow.ts'
import { publishFlow } from './journeys/publishing.ts'
import type { Serving } from './journeys/serving.ts'

/** Takes the pictures of the author's guide: one page that shows every property of a theme, once for each property, with that property set
 *  to stand out and all others gray. */

export const THEME_PICTURES = 'fixtures/pictures/theme'

const SIZE = { width: 360, height: 860 }
const SHOWN_WIDTH = 216
const STANDS_OUT = '#d6006e'
const GREYS: Record<keyof typeof COLOR_MEANINGS, string> = {
  page: '#fafafa',
  surface: '#ffffff',
  ink: '#555555',
  muted: '#8a8a8a',
  line: '#b5b5b5',
  accent: '#777777',
  accent_ink: '#ffffff',
  accent_soft: '#ebebeb',
  accent_strong: '#666666',
  error: '#8a8a8a',
  focus: '#a0a0a0',
  masthead: '#dedede',
  masthead_ink: '#555555',
}

/** Properties of the theme other than colors. */
const PLAIN = { shadow: 'none', scene: 'none', scene_height: '0px' }
const PLAIN_BANNER =
  '.banner { --banner: var(--accent-soft); --focus: inherit; } .banner, .banner .phone { color: var(--ink); }'

/** Value of each property in its own picture. */
const SHOWN: Record<string, string> = {
  ...Object.fromEntries(Object.keys(COLOR_MEANINGS).map((name) => [name, STANDS_OUT])),
  shadow: `0 2px 8px ${STANDS_OUT}`,
  radius: '24px',
  headline: "Georgia, 'DejaVu Serif', serif",
  body: "Georgia, 'DejaVu Serif', serif",
}
/** Names in a theme that differ from their custom property's. */
const CALLED: Record<string, string> = { shadow: 'shadow-1' }

export async function takeThemePictures(browser: Browser, server: Serving): Promise<void> {
  await publishFlow(flow(), 'theme', server)
  mkdirSync(THEME_PICTURES, { recursive: true })
  // The page's policy allows only its own styles, and the pictures need more.
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${server.url}/theme`)
  await page.getByRole('radio', { name: 'Rather soon' }).check()
  await page.getByLabel('Email').fill('ann@example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('must contain a valid email').waitFor()
  await page.getByLabel('Email').focus()
  for (const name of Object.keys(SHOWN)) await pictureOf(page, name)
  await context.close()
}

async function pictureOf(page: Page, name: string): Promise<void> {
  // Buttons have this color only while the mouse is over them.
  if (name === 'accent_strong') await page.getByRole('button', { name: 'Continue' }).hover()
  else await page.mouse.move(0, 0)
  const values = { ...GREYS, ...PLAIN, [name]: SHOWN[name] }
  const css = Object.entries(values)
    .map(([property, value]) => `--${(CALLED[property] ?? property).replaceAll('_', '-')}: ${value};`)
    .join(' ')
  const style = await page.addStyleTag({ content: `:root { ${css} } ${PLAIN_BANNER}` })
  await page.waitForTimeout(PAINTED_MS)
  const png = await page.screenshot()
  await style.evaluate((element) => (element as Element).remove())
  await sharp(png)
    .resize({ width: SHOWN_WIDTH })
    .webp({ quality: 60, effort: 6 })
    .toFile(`${THEME_PICTURES}/${name}.webp`)
}

/** Time for colors to fade to their new value. */
const PAINTED_MS = 300

function flow(): FlowDocument {
  const field = (backend_field_name: string, label: string) => ({ backend_field_name, label })
  return {
    $schema: './flow.schema.json',
    constants_config: {
      questions: {
        when: {
          label: 'When shall we call you?',
          answers: {
            value: {
              ...field('call_time', 'When'),
              options: [
                { text: 'Rather soon', backend_field_value: 'soon' },
                { text: 'Next week', backend_field_value: 'later' },
              ],
            },
          },
        },
        email: { label: 'Email', answers: { value: field('email', 'Email') } },
        agree: {
          label: 'Consent',
          answers: {
            value: {
              ...field('call_tcpa', 'Consent'),
              backend_field_value:
                'By pressing Continue I agree that Claims Help may call me. This is no condition of a purchase.',
            },
          },
        },
      },
    },
    ui_config: {
      template: 'found-money',
      style: 'found-money',
      title: 'When shall we call you?',
      favicon: 'found-money',
      site: {
        name: 'Your site',
        masthead: 'Secure',
        banner: 'What the banner says.',
        footer: [
          { text: 'Privacy Policy', document: 'privacy-policy' },
          { text: 'Terms of Use', document: 'terms-of-use' },
        ],
        disclaimer: 'What the small print says.',
      },
      basic_fields: ['email'],
      fields: {},
      entrypoint: { tracking_scripts: {} },
      offers: {
        call: {
          name: 'Call',
          real: true,
          design: 'plain',
          steps: [
            {
              name: 'when',
              hint: 'So that you are at home.',
              questions: [
                {
                  type: 'select',
                  widget: 'radio',
                  question_key: 'when',
                  answer_id: 'value',
                  validations: { local: [{ name: 'required' }] },
                },
                {
                  type: 'input',
                  widget: 'text',
                  question_key: 'email',
                  answer_id: 'value',
                  validations: { local: [{ name: 'required' }, { name: 'email' }] },
                },
                { type: 'container', widget: 'consent', question_key: 'agree', answer_id: 'value' },
                { type: 'submit', text: 'Continue' },
              ],
            },
          ],
        },
        thanks: {
          name: 'Thanks',
          real: false,
          design: 'thank_you',
          steps: [
            {
              name: 'thanks',
              title: 'Thank you',
              questions: [{ type: 'container', widget: 'html', html: '<p>You can close this page.</p>' }],
            },
          ],
        },
      },
    },
    offer_order: ['call', 'thanks'],
  }
}
