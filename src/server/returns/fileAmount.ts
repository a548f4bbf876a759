import type { Cell } from './statementRow.ts'

/** Cents of an amount in dollars; a minus before or after it, or parentheses, make it negative. Null for an empty cell. Undefined if it
 *  isn't such an amount: a comma that stands for the decimal point could mean another sum. */
export function fileAmount(cell: Cell): number | null | undefined {
  if (cell instanceof Date || typeof cell === 'boolean') return undefined
  const text = (typeof cell === 'number' ? fixed(cell) : (cell ?? ''))
    .replace(/[\u2212\u2010-\u2013\uff0d\ufe63]/g, '-')
    .trim()
  if (text === '') return null
  const found = AMOUNT.exec(text)?.groups
  if (!found) return undefined
  const { first, sign, second, whole = '', fraction = '', third, end, fourth } = found
  const [before, after] = [first ?? second, third ?? fourth]
  // As in "$12.00 USD".
  const isBoth = before && after && !(before.endsWith('$') && /USD/i.test(after))
  const isTwice = isBoth || (first && second) || (third && fourth) || (sign && sign !== '(' && end)
  if (isTwice || (whole === '' && fraction === '') || (sign === '(') !== (end === ')')) return undefined
  const cents = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'))
  return (sign === '-' || sign === '(' || end === '-') && cents !== 0 ? -cents : cents
}

/** Spreadsheets compute in floating point, and show cents. */
function fixed(number: number): string {
  return number.toFixed(2)
}

const CURRENCY = 'USD|US\\$|\\$'
const AMOUNT = new RegExp(
  `^(?<first>${CURRENCY})?\\s*(?<sign>[-+(])?\\s*(?<second>${CURRENCY})?\\s*` +
    '(?<whole>\\d{1,3}(?:,\\d{3})+|\\d{1,9})?(?:\\.(?<fraction>\\d{0,2}))?' +
    `\\s*(?<third>${CURRENCY})?\\s*(?<end>[-)])?\\s*(?<fourth>${CURRENCY})?$`,
  'i',
)
