import { CARD_WIDTH, columnOf, FONT, SPINE_X, type Card, type Column, type Fork } from './layout.ts'
import { linesOf } from './lines.ts'
import type { Graph } from './model.ts'

/** A drawing as a self-contained SVG document: each offer is a column, in rows that read like a page. It is light or dark like its
 *  reader's system. */
export function svg(graph: Graph): string {
  const placed = place(graph.offers.map(columnOf))
  const width = Math.max(0, ...placed.map(({ x, column }) => x + column.widthPx)) + EDGE + FRAME
  const height = Math.max(0, ...placed.map(({ y, column }) => y + column.heightPx)) + EDGE + FRAME
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(`The flow of ${graph.title}`)}</title>`,
    `<style>${STYLE}</style>`,
    MARKER,
    `<rect class="page" width="${width}" height="${height}"/>`,
    `<text class="heading" x="${EDGE}" y="${EDGE + 8}">${escaped(graph.title)}</text>`,
    ...placed.map(({ column, x, y }) => `<g transform="translate(${x} ${y})">${drawn(column)}</g>`),
    ...placed.slice(1).map((to, index) => between(placed[index]!, to)),
    '</svg>',
    '',
  ].join('\n')
}

interface Placed {
  column: Column
  x: number
  y: number
}

/** Space around the page, inside the frame of an offer, and between two offers. */
const EDGE = 32
const FRAME = 16
const BETWEEN = 56
/** Height of an offer's name above its steps. */
const HEAD = 52
const COLUMNS = 4

function place(columns: readonly Column[]): Placed[] {
  const placed: Placed[] = []
  let y = EDGE + 32
  for (let first = 0; first < columns.length; first += COLUMNS) {
    const row = columns.slice(first, first + COLUMNS)
    let x = EDGE + FRAME
    for (const column of row) {
      placed.push({ column, x, y: y + HEAD + FRAME })
      x += column.widthPx + 2 * FRAME + BETWEEN
    }
    y += HEAD + Math.max(...row.map(({ heightPx }) => heightPx)) + 2 * FRAME + BETWEEN
  }
  return placed
}

function drawn(column: Column): string {
  const { offer, widthPx, heightPx, cards, forks } = column
  const [name = ''] = linesOf(offer.name, { widthPx: widthPx - 8, fontPx: 15, most: 1 })
  return [
    `<rect class="offer" x="${-FRAME}" y="${-FRAME - HEAD}" width="${widthPx + 2 * FRAME}" height="${heightPx + HEAD + 2 * FRAME}" rx="14"/>`,
    `<text class="name" y="${-HEAD + 10}">${escaped(name)}</text>`,
    `<text class="id" y="${-HEAD + 28}">${escaped(offer.real ? offer.key : `${offer.key}, not counted`)}</text>`,
    `<path class="way" d="M${SPINE_X} ${-FRAME}V${heightPx}"/>`,
    ...forks.map(past),
    ...cards.map(card),
    ...forks.map(fork),
  ].join('')
}

function past({ yPx, laneX, endY }: Fork): string {
  const end = `M${SPINE_X} ${yPx}H${laneX - 7}q7 0 7 7V${endY - 7}q0 7 -7 7H${SPINE_X + 2}`
  return `<path class="past" d="${end}" marker-end="url(#arrow)"/>`
}

function fork({ yPx, label }: Fork): string {
  const lines = label.lines.map(
    (line, index) => `<tspan x="${SPINE_X + 12}" dy="${index === 0 ? 0 : 16}">${escaped(line)}</tspan>`,
  )
  return [
    `<path class="fork" d="M${SPINE_X} ${yPx - 7}l7 7 -7 7 -7 -7z"/>`,
    `<text class="label" y="${label.yPx}">${lines.join('')}</text>`,
    `<text class="otherwise" x="${CARD_WIDTH}" y="${yPx - 4}" text-anchor="end">otherwise</text>`,
  ].join('')
}

function card({ step, topPx, heightPx, lines }: Card): string {
  const text = lines.map(
    ({ text, style, yPx }) => `<text class="${style}" x="10" y="${topPx + yPx}">${escaped(text)}</text>`,
  )
  return `<rect class="${step.hidden ? 'hidden' : 'step'}" y="${topPx}" width="${CARD_WIDTH}" height="${heightPx}" rx="9"/>${text.join('')}`
}

/** Line from the end of one offer to the beginning of the next. */
function between(from: Placed, to: Placed): string {
  const [x, y] = [from.x + SPINE_X, from.y + from.column.heightPx]
  const [toX, toY] = [to.x + SPINE_X, to.y - FRAME - HEAD]
  const low = y + FRAME + 12
  const gutter = from.x + from.column.widthPx + FRAME + BETWEEN / 2
  const d =
    to.y === from.y
      ? `M${x} ${y}V${low}H${gutter}V${toY - 14}H${toX}V${toY - 2}`
      : `M${x} ${y}V${toY - 32}H${toX}V${toY - 2}`
  return `<path class="way" d="${d}" marker-end="url(#arrow)"/>`
}

const MARKER =
  '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>'

const STYLE = `
:root{--page:#fff;--offer:#f5f6f8;--frame:#dcdfe5;--card:#fff;--line:#5b6472;--ink:#171a20;--quiet:#5b6472;--rule:#2450a8}
@media (prefers-color-scheme:dark){:root{--page:#121418;--offer:#1a1d23;--frame:#30353f;--card:#23272f;--line:#9aa4b5;--ink:#eef0f4;--quiet:#a6afbe;--rule:#9dbcff}}
.page{fill:var(--page)}.offer{fill:var(--offer);stroke:var(--frame)}
.step{fill:var(--card);stroke:var(--frame)}.hidden{fill:var(--offer);stroke:var(--line);stroke-dasharray:5 4}
.way{fill:none;stroke:var(--line);stroke-width:1.5}.past{fill:none;stroke:var(--line);stroke-dasharray:2 3}
.tip,.fork{fill:var(--line)}
text{fill:var(--ink);font:${FONT.title}px system-ui,sans-serif}
.heading{font-size:20px;font-weight:650}.name{font-size:15px;font-weight:650}.title{font-weight:600}
.id{fill:var(--quiet);font:${FONT.id}px ui-monospace,monospace}.note{fill:var(--quiet);font-size:${FONT.note}px}
.label{fill:var(--rule);font-size:${FONT.label}px}.otherwise{fill:var(--quiet);font-size:10px}
`.trim()

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
