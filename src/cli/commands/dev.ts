import { once } from 'node:events'
import { basename, dirname, resolve } from 'node:path'
import { isOwnAddress } from '../../server/publish/ownAddresses.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'
import { command, countOf } from '../command.ts'
import { misuse } from '../failure.ts'
import { flowFile } from '../files/flowFile.ts'
import { patiently } from '../words/report.ts'

export const dev = command('dev', {
  summary:
    'Shows a site while it is written: its page, and beside it what is wrong and why each step is shown.',
  usage: 'FOLDER [--port N] [--no-open]',
  about:
    'A change of a file in the folder shows in the page at once, with the answers that were given. It is served to this machine\nalone, from a database that is dropped at the end; nothing is sent to anybody.',
  examples: ['leadloom dev my-site', 'leadloom dev my-site --port 8080 --no-open'],
  options: {
    port: {
      type: 'string',
      value: 'N',
      about: 'The port to listen on; 0 takes a free one.',
      default: '4000',
    },
    'no-open': { type: 'boolean', about: 'Opens no browser.' },
  },
  environment: [['PRODUCT_NAME', 'What the product calls itself. Otherwise Leadloom.']],
  async run({ values, positionals }, world) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Name one folder with a flow.json in it.')
    const port = values.port === '0' ? 0 : countOf(values.port, '--port')
    const file = resolve(await flowFile(word))
    const path = basename(dirname(file))
    if (isOwnAddress(path)) throw misuse(REFUSALS.ownAddress(path))
    const { openSitePreview } = await import('../../preview/openSitePreview.ts')
    const opening = openSitePreview(file, { port, productName: world.env['PRODUCT_NAME'] })
    const { url, close } = await patiently('Opening the preview', opening, world)
    world.out(`${file} is shown at ${url}\nStop it with Ctrl+C.`)
    if (!values['no-open'] && world.isTerminal) {
      const { default: open } = await import('open')
      await open(url)
    }
    const stopped = new AbortController()
    const { signal } = stopped
    await Promise.race([once(process, 'SIGINT', { signal }), once(process, 'SIGTERM', { signal })])
    stopped.abort()
    await close()
    return { exit: 0, data: null, words: [] }
  },
})
