import { DOLLARS } from '../../../schemas/shape.ts'

/** Dollars as they are written to integer cents: 12, 12.3 and 12.34, without a float in between. */
export function cents(dollars: string): number {
  const [whole = '', fraction = ''] = dollars.split('.')
  return Number(whole + fraction.padEnd(2, '0'))
}

/** Whether a text is dollars as they are written. */
export function isDollars(text: string): boolean {
  return WRITTEN.test(text)
}

const WRITTEN = new RegExp(DOLLARS)

/** Cents as people read them: $1,234.50. */
export function dollars(amount: number): string {
  return MONEY.format(amount / 100)
}

/** Made once: a statement has it write 100,000 amounts. */
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
