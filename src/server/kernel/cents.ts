import { DOLLARS } from '../../../schemas/kernel/shape.ts'

/** Converts written dollars to integer cents, such as 12, 12.3 and 12.34, without using floats. */
export function cents(dollars: string): number {
  const [whole = '', fraction = ''] = dollars.split('.')
  return Number(whole + fraction.padEnd(2, '0'))
}

/** True if a text is a written dollar amount. */
export function isDollars(text: string): boolean {
  return WRITTEN.test(text)
}

const WRITTEN = new RegExp(DOLLARS)

/** Formats cents for people: $1,234.50. */
export function dollars(amount: number): string {
  return MONEY.format(amount / 100)
}

/** Created once, because a statement formats 100,000 amounts. */
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
