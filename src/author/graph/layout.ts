import { rulesText } from '../ruleWords.ts'
import { linesOf } from './lines.ts'
import type { GraphOffer, GraphStep, Item, Stretch } from './model.ts'

/** Layout of an offer, in px from the top left of its column. Steps are below each other on a line; the way around a stretch runs on its
 *  right. The walk never goes back, so no two lines ever cross. */
export interface Column {
  offer: GraphOffer
  widthPx: number
  heightPx: number
  cards: Card[]
  forks: Fork[]
}

export interface Card {
  step: GraphStep
  topPx: number
  heightPx: number
  lines: Line[]
}

export interface Line {
  text: string
  style: 'title' | 'id' | 'note'
  /** Baseline, from the top of the card. */
  yPx: number
}

/** A fork before a stretch, and the place where its bypass returns. */
export interface Fork {
  yPx: number
  /** Distance of the bypass to the right of the cards. */
  laneX: number
  endY: number
  /** The rule, below the fork; `yPx` of the first baseline. */
  label: { lines: string[]; yPx: number }
}

export const CARD_WIDTH = 264
/** The line that everything is on, from the left of the cards. */
export const SPINE_X = 22
const LANE = 14
const GAP = 14
const PAD = 10
export const FONT = { title: 13, id: 11, note: 11, label: 12 } as const
/** Ratio of a bold letter's width. */
const BOLDER = 1.1
const LINE_HEIGHT = { title: 18, id: 15, note: 15, label: 16 } as const
const MOST_LINES = { title: 2, note: 3, label: 5 } as const

export function columnOf(offer: GraphOffer): Column {
  const cards: Card[] = []
  const forks: Fork[] = []
  let y = 0
  const add = (items: readonly Item[]) => {
    for (const item of items) {
      if (item.kind === 'stretch') addStretch(item)
      else {
        const card = cardOf(item, y)
        cards.push(card)
        y += card.heightPx + GAP
      }
    }
  }
  const addStretch = (stretch: Stretch) => {
    const forkY = y + GAP / 2
    const lines = linesOf(rulesText(stretch.rules), {
      widthPx: CARD_WIDTH - SPINE_X - GAP,
      fontPx: FONT.label,
      most: MOST_LINES.label,
    })
    const labelY = forkY + LINE_HEIGHT.label + GAP / 2
    y = labelY + (lines.length - 1) * LINE_HEIGHT.label + GAP
    add(stretch.items)
    forks.push({
      yPx: forkY,
      laneX: CARD_WIDTH + LANE * depthOf(stretch),
      endY: y,
      label: { lines, yPx: labelY },
    })
    y += GAP
  }
  add(offer.items)
  const lanes = Math.max(0, ...offer.items.map(depthOf))
  return { offer, widthPx: CARD_WIDTH + LANE * lanes, heightPx: y - GAP, cards, forks }
}

/** Depth of nested stretches. */
function depthOf(item: Item): number {
  return item.kind === 'step' ? 0 : 1 + Math.max(0, ...item.items.map(depthOf))
}

function cardOf(step: GraphStep, topPx: number): Card {
  const widthPx = CARD_WIDTH - 2 * PAD
  const lines: Line[] = []
  let y = PAD
  const add = (text: string, style: Line['style'], most: number) => {
    for (const line of linesOf(text, {
      widthPx,
      fontPx: FONT[style] * (style === 'title' ? BOLDER : 1),
      most,
    })) {
      y += LINE_HEIGHT[style]
      lines.push({ text: line, style, yPx: y - 4 })
    }
  }
  add(step.hidden ? `Hidden: ${step.title}` : step.title, 'title', MOST_LINES.title)
  add(step.id, 'id', 1)
  if (step.asks.length > 0) add(`asks ${step.asks.join(', ')}`, 'note', 2)
  for (const { name, when } of step.actions)
    add(when === '' ? `does ${name}` : `does ${name} when ${when}`, 'note', MOST_LINES.note)
  for (const { text, when } of step.shows)
    add(when === '' ? `shows ${text}` : `when ${when}: ${text}`, 'note', MOST_LINES.note)
  return { step, topPx, heightPx: y + PAD, lines }
}
