import { isDollars } from '../../../server/leads/cents.ts'
import { command } from '../../command.ts'
import { misuse } from '../../failure.ts'
import { MANNERS, openLocalBuyer, type Manner } from '../../localBuyer.ts'

export const buyer = command('buyer', {
  summary: 'Runs a buyer on this machine that speaks every format, to try delivery out; it prints each lead.',
  usage: '[--port N] [--answer MANNER] [--price DOLLARS]',
  about: `MANNER is one of ${MANNERS.join(', ')}. Point a buyer of BUYERS_FILE at it with "local": true.`,
  examples: ['leadloom buyer', 'leadloom buyer --port 4100 --answer reject', 'leadloom buyer --price 42.50'],
  options: {
    port: { type: 'string', value: 'N', about: 'The port to listen on.', default: '4000' },
    answer: { type: 'string', value: 'MANNER', about: 'How it answers.', default: 'accept' },
    price: { type: 'string', value: 'DOLLARS', about: 'What it pays for a lead.', default: '25.00' },
  },
  async run({ values: { port, answer, price }, positionals }, world) {
    if (positionals.length > 0) throw misuse(`buyer takes no "${positionals[0]}".`)
    const manner = MANNERS.find((known) => known === answer)
    if (!manner) throw misuse(`--answer is one of ${MANNERS.join(', ')}, not "${answer}".`)
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw misuse(`--port takes a port, not "${port}".`)
    if (!isDollars(price)) throw misuse(`--price takes dollars such as 12.34, not "${price}".`)
    const { url } = await openLocalBuyer({
      port: Number(port),
      price,
      mannerOf: () => manner satisfies Manner,
      onPost: ({ format, key, members, manner }) =>
        world.out(`${manner}  ${format}  ${key}  ${JSON.stringify(members)}`),
    })
    return {
      exit: 0,
      data: null,
      words: [
        `A buyer listens on ${url}: post to /leadconduit, /boberdoo, /leadprosper, /leadspedia, /json or /form.`,
        'Stop it with Ctrl+C.',
      ],
    }
  },
})
