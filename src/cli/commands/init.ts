import { join } from 'node:path'
import type { InitAnswer } from '../../../schemas/commands/author.ts'
import { COLOR, COLORS } from '../../../schemas/flow/theme.ts'
import { siteFrom } from '../../author/templates/siteFrom.ts'
import { TEMPLATE_KEYS, type TemplateKey } from '../../../schemas/studio/templateKeys.ts'
import { command, type CommandContext } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { exampleCompany, LONGEST_NAME, named, newFolder, writeSite } from '../starter/writeSite.ts'
import { shellWord } from '../words/shellWord.ts'

export const init = command('init', {
  summary: 'Create a new site that works right away: flow, stylesheet, icons',
  usage: 'FOLDER [--name NAME] [--accent COLOR] [--kind KIND]',
  about:
    'In a terminal, it asks for anything you leave out. The site is one of the templates at /studio, in English and Spanish: questions, a location step, and contact details with consent. Its company and its buyer are examples. Colors with too little contrast are adjusted.',
  examples: [
    'leadloom init my-site',
    'leadloom init sites/roofs --name "Roof Help" --accent "#1d4d39" --kind home',
  ],
  options: {
    name: { type: 'string', value: 'NAME', about: "The site's name. Default: the folder's name." },
    accent: {
      type: 'string',
      value: 'COLOR',
      about: `The color of its buttons, #rrggbb. Default: ${COLORS.light.accent}.`,
    },
    kind: {
      type: 'string',
      value: 'KIND',
      about: `What the site offers: ${TEMPLATE_KEYS.join(', ')}. Default: the first.`,
    },
  },
  async run({ values: options, positionals }, ctx) {
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) throw misuse('Add one folder.')
    const place = newFolder(folder)
    const { site, schema } = place
    const values = await completed(
      options,
      { name: named(site), accent: COLORS.light.accent, kind: 'claims' },
      ctx,
    )
    const accent = values.accent.toLowerCase()
    if (!RegExp(COLOR).test(accent))
      throw misuse(`--accent must be # and six hexadecimal digits, like #1d4d39, not "${values.accent}".`)
    if (!(TEMPLATE_KEYS as readonly string[]).includes(values.kind))
      throw misuse(`--kind must be one of ${TEMPLATE_KEYS.join(', ')}, not "${values.kind}".`)
    const name = values.name.trim()
    if (name === '' || name.length > LONGEST_NAME)
      throw misuse(`--name must have 1 to ${LONGEST_NAME} characters.`)

    const template = values.kind as TemplateKey
    const flow = siteFrom({ template, name, accent, style: site, schema, company: exampleCompany(name) })
    const files = await writeSite(place, { flow, accent })
    const data: InitAnswer = { folder, files }
    return {
      exit: 0,
      data,
      words: [
        ...data.files.map((file) => `  ${join(folder, file)}`),
        `Created ${name}. Next: npx --no leadloom dev ${shellWord(folder)}`,
      ],
    }
  },
})

interface Wanted {
  name: string
  accent: string
  kind: string
}

const QUESTIONS: Record<keyof Wanted, string> = {
  name: "What's the site's name?",
  accent: 'What color are its buttons?',
  kind: `What does it offer (${TEMPLATE_KEYS.join(', ')})?`,
}

/** Completes the values given as options by asking the person at the terminal, or with defaults if no one is there. */
async function completed(
  options: { [K in keyof Wanted]: string | undefined },
  usual: Wanted,
  { ask }: CommandContext,
): Promise<Wanted> {
  const answer = async (key: keyof Wanted) =>
    options[key] ?? ((await ask?.(`${QUESTIONS[key]} [${usual[key]}]`))?.trim() || usual[key])
  return { name: await answer('name'), accent: await answer('accent'), kind: await answer('kind') }
}
