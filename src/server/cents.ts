/** Dollars as they are written to integer cents: 12, 12.3 and 12.34, without a float in between. */
export function cents(dollars: string): number {
  const [whole = '', fraction = ''] = dollars.split('.')
  return Number(whole + fraction.padEnd(2, '0'))
}
