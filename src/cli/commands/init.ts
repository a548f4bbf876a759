import { join } from 'node:path'
import type { InitAnswer } from '../../../schemas/commands/author.ts'
import { COLOUR, COLOURS } from '../../../schemas/flow/theme.ts'
import { command, type World } from '../command.ts'
import { misuse } from '../failure.ts'
import { starterFlow } from '../starter/starterFlow.ts'
import { KINDS, type Kind } from '../starter/starterWords.ts'
import { LONGEST_NAME, named, newFolder, writeSite } from '../starter/writeSite.ts'
import { shellWord } from '../words/shellWord.ts'

export const init = command('init', {
  summary: 'Makes the folder of a new site that works as it stands: flow, stylesheet, icons.',
  usage: 'FOLDER [--name NAME] [--accent COLOUR] [--kind KIND]',
  about:
    'What is not said as an option, it asks at a terminal. The site asks two questions, the place, and the details with a\nconsent; its buyer is an example. Colours that could not be read are made readable.',
  examples: [
    'leadloom init my-site',
    'leadloom init sites/roofs --name "Roof Help" --accent "#1d4d39" --kind quotes',
  ],
  options: {
    name: { type: 'string', value: 'NAME', about: 'What the site is called. Otherwise as its folder.' },
    accent: {
      type: 'string',
      value: 'COLOUR',
      about: `The colour of its buttons, #rrggbb. Otherwise ${COLOURS.light.accent}.`,
    },
    kind: {
      type: 'string',
      value: 'KIND',
      about: `What it offers: ${Object.keys(KINDS).join(', ')}. Otherwise the first.`,
    },
  },
  async run({ values: options, positionals }, world) {
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) throw misuse('Name one folder.')
    const place = newFolder(folder)
    const { site, schema } = place
    const values = await completed(
      options,
      { name: named(site), accent: COLOURS.light.accent, kind: 'claims' },
      world,
    )
    const accent = values.accent.toLowerCase()
    if (!RegExp(COLOUR).test(accent))
      throw misuse(`--accent takes # and six hexadecimal digits, such as #1d4d39, not "${values.accent}".`)
    if (!Object.hasOwn(KINDS, values.kind))
      throw misuse(`--kind is one of ${Object.keys(KINDS).join(', ')}, not "${values.kind}".`)
    const name = values.name.trim()
    if (name === '' || name.length > LONGEST_NAME)
      throw misuse(`--name has at least one letter and at most ${LONGEST_NAME} in all.`)

    const flow = starterFlow({ name, accent, kind: values.kind as Kind, style: site, schema })
    const files = await writeSite(place, { flow, accent })
    const data: InitAnswer = { folder, files }
    return {
      exit: 0,
      data,
      words: [
        ...data.files.map((file) => `  ${join(folder, file)}`),
        `${name} is there. Next: leadloom validate ${shellWord(folder)} && leadloom publish ${shellWord(folder)} --path ${site}`,
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
  name: 'What is the site called?',
  accent: 'Which colour do its buttons have?',
  kind: `What does it offer: ${Object.keys(KINDS).join(', ')}?`,
}

/** Completes the values given as options by asking the person at the terminal, or with defaults if no one is there. */
async function completed(
  options: { [K in keyof Wanted]: string | undefined },
  usual: Wanted,
  { ask }: World,
): Promise<Wanted> {
  const answer = async (key: keyof Wanted) =>
    options[key] ?? ((await ask?.(`${QUESTIONS[key]} [${usual[key]}]`))?.trim() || usual[key])
  return { name: await answer('name'), accent: await answer('accent'), kind: await answer('kind') }
}
