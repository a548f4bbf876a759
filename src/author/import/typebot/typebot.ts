import { IMPORT_NOTES } from '../importNotes.ts'
import type { ForeignForm } from '../foreignForm.ts'
import { member, objectIn, textIn, type Json } from '../foreignJson.ts'
import { inOrder, type OrderedEnd, type OrderedStop } from '../inOrder.ts'
import type { Stop } from '../jumps.ts'
import { startReading, type Reading } from '../reading.ts'
import { unsaid } from '../when.ts'
import { askedBy, type BotQuestion } from './typebotFields.ts'
import { partsInOrder, type BotPart } from './typebotParts.ts'
import { variablesOf, whenCondition, type BotVariables } from './typebotRules.ts'

/** Reads a bot of Typebot, as its menu exports it or its API returns it, of version 4 to 6. Source: docs.typebot.io, "Export and import",
 *  "Block types". */
export function readTypebot(document: Json): { form: ForeignForm; reading: Reading } {
  const bot = botIn(document)
  const fields = new Map<string, string>()
  const reading = startReading({ pattern: PIPING, fieldOf: (name) => fields.get(name) })
  const variables = variablesOf(bot, { reading, fields })
  const parts = partsInOrder(bot, reading)
  const [ends, going] = [parts.filter(isEnd), parts.filter((part) => !isEnd(part))]
  const indices = new Map([...going, ...ends].map((part, index) => [part, index]))
  const stops: OrderedStop[] = []
  const jumps: Stop['jumps'][] = []
  for (const [index, part] of going.entries()) {
    const asked = askedBy(part, { reading, nameOf: variables.nameOf })
    if (asked) variables.answered(part, asked)
    stops.push(stopOf(part, asked, reading))
    jumps.push(
      jumpsOf(part, {
        index,
        asked,
        // Without a part to go to, none of the ends above is shown, but the last.
        indexOf: (to) => (to ? (indices.get(to) ?? index + 1) : indices.size),
        variables,
        reading,
      }),
    )
  }
  const ordered = inOrder({ stops, ends: ends.map((end) => endOf(end, reading)), jumps, reading })
  const isOpen = jumps.flat().some(({ to }) => to === indices.size)
  const last = { title: reading.fixed('thanks'), html: reading.fixed('thanksText'), when: true }
  return {
    form: {
      title: reading.line(textIn(bot, 'name'), 'name') || 'Typebot',
      language: reading.language,
      welcome: null,
      parameters: variables.parameters(),
      steps: ordered.steps,
      ends: isOpen || ordered.ends.length === 0 ? [...ordered.ends, last] : ordered.ends,
    },
    reading,
  }
}

/** The bot in a file; the API wraps it. */
export function botIn(document: Json): Json {
  return Array.isArray(member(document, 'groups')) ? document : objectIn(document, 'typebot')
}

/** `{{Name of a variable}}`. */
const PIPING = /\{\{([^{}]{1,200})\}\}/g

/** True for texts that nothing follows. */
function isEnd({ block, texts, next }: BotPart): boolean {
  return block === null && next === null && texts.length > 0
}

function stopOf(part: BotPart, asked: BotQuestion | null, reading: Reading): OrderedStop {
  const { at, texts, block, called } = part
  const isContinue = block !== null && asked === null && isButton(block.value)
  const isRead = block === null || isContinue
  const said = isRead ? texts : texts.slice(0, -1)
  const title = asked?.asked.label ?? (texts[0] ? reading.line(texts[0].text, texts[0].at) : called)
  const html = reading.html((isRead ? said.slice(1) : said).map(({ text }) => text).join('\n\n'), at, 'text')
  const isShown = asked !== null || (isRead && texts.length > 0)
  return {
    at,
    title,
    fields: asked ? [asked.asked.field] : [],
    seen: asked?.seen ?? null,
    step: isShown
      ? {
          called: asked?.asked.field ?? called,
          ...(asked === null && { title }),
          ...(html !== '' && { html }),
          ...(isContinue && { button: reading.line(buttonText(block.value), at, 60) }),
          asks: asked ? [asked.asked] : [],
          when: true,
        }
      : null,
  }
}

/** True for a choice of one, which is a button to continue. */
function isButton(block: Json): boolean {
  return textIn(block, 'type') === 'choice input' && itemsOf(block).length === 1
}

function itemsOf(block: Json): readonly unknown[] {
  const items = member(block, 'items')
  return Array.isArray(items) ? items : []
}

function buttonText(block: Json): string {
  return textIn(itemsOf(block)[0], 'content')
}

function endOf({ at, texts }: BotPart, reading: Reading): OrderedEnd {
  const [first, ...others] = texts
  return {
    at,
    title: reading.line(first!.text, first!.at),
    html: reading.html(others.map(({ text }) => text).join('\n\n'), at, 'text'),
  }
}

interface Leaving {
  index: number
  asked: BotQuestion | null
  /** Index of a part; of the one after the last end for none. */
  indexOf: (part: BotPart | null) => number
  variables: BotVariables
  reading: Reading
}

function jumpsOf(part: BotPart, { index, asked, indexOf, variables, reading }: Leaving): Stop['jumps'] {
  const { at, called, branches, block, items, next } = part
  const title = asked?.asked.label ?? called
  /** Index of a part below; what follows otherwise for one above, as visitors never see a step twice. */
  const forward = (target: BotPart | null, place: string): number => {
    const to = indexOf(target)
    if (to > index) return to
    reading.note(place, IMPORT_NOTES.wayBackLost(title))
    return Math.max(indexOf(next), index) > index ? indexOf(next) : indexOf(null)
  }
  const taken = branches.map(({ at: place, item, to: target }) => {
    const to = forward(target, place)
    if (block && isButton(block.value)) return { when: true, to }
    const when = asked
      ? asked.chosen(textIn(item, 'id'))
      : whenCondition(objectIn(item, 'content'), variables)
    if (when === undefined) reading.note(place, IMPORT_NOTES.ruleLost(title, inShort(item)))
    return { when: when ?? unsaid(place), to }
  })
  // Where each choice has a way of its own, the last is taken when no other is.
  const isWhole = asked?.asked.as === 'one' && taken.length === items.length
  const ways = isWhole ? [...taken.slice(0, -1), { ...taken.at(-1)!, when: true }] : taken
  return ways.some(({ when }) => when === true) ? ways : [...ways, { when: true, to: forward(next, at) }]
}

/** A condition as the file has it, shortened. */
function inShort(item: Json): string {
  const text = JSON.stringify(member(item, 'content') ?? item)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
