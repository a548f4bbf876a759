/** Why a buyer's statement and the ledger do not agree. Money is written as people read it. */
export const STATEMENT = {
  differs: (stated: string, due: string) => `The statement says ${stated}, the ledger ${due}.`,
  returned: (amount: string, day: string) => `The ${amount} of it were returned on ${day}.`,
  listed: (times: number) => `It is listed ${times} times.`,
  byPhone: 'It was found by the phone number.',
  saleLeftOut: (amount: string) => `The statement does not list this sale of ${amount}.`,
  returnLeftOut: (amount: string) => `The statement does not list the return of ${amount}.`,
  unknown: 'The ledger has no sale to this buyer that the line names.',
}
