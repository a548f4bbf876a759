import { isDollars } from '../../../server/kernel/cents.ts'
import { command } from '../../kernel/command.ts'
import { misuse } from '../../kernel/failure.ts'
import { MANNERS, openLocalBuyer, type Manner } from '../../kernel/localBuyer.ts'

export const buyer = command('buyer', {
  summary: 'Run a test buyer on this machine that prints each lead',
  usage: '[--port N] [--answer MANNER] [--price DOLLARS]',
  about: `It accepts every format. MANNER is one of ${MANNERS.join(', ')}. To use it, add a buyer with its address and "local": true.`,
  examples: ['leadloom buyer', 'leadloom buyer --port 4100 --answer reject', 'leadloom buyer --price 42.50'],
  options: {
    port: { type: 'string', value: 'N', about: 'The port to listen on.', default: '4000' },
    answer: { type: 'string', value: 'MANNER', about: 'How it answers.', default: 'accept' },
    price: { type: 'string', value: 'DOLLARS', about: 'What it pays per lead.', default: '25.00' },
  },
  async run({ values: { port, answer, price }, positionals }, ctx) {
    if (positionals.length > 0) throw misuse(`buyer doesn't take "${positionals[0]}".`)
    const manner = MANNERS.find((known) => known === answer)
    if (!manner) throw misuse(`--answer must be one of ${MANNERS.join(', ')}, not "${answer}".`)
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      throw misuse(`--port must be a port, not "${port}".`)
    if (!isDollars(price)) throw misuse(`--price must be in dollars, like 12.34, not "${price}".`)
    const { url } = await openLocalBuyer({
      port: Number(port),
      price,
      mannerOf: () => manner satisfies Manner,
      onPost: ({ format, key, members, manner }) =>
        ctx.out(`${manner}  ${format}  ${key}  ${JSON.stringify(members)}`),
    })
    return {
      exit: 0,
      data: null,
      words: [
        `Test buyer at ${url}. Post to /leadconduit, /boberdoo, /leadprosper, /leadspedia, /json, or /form.`,
        'Press Ctrl+C to stop.',
      ],
    }
  },
})
