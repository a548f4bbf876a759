import { once } from 'node:events'
import { basename, dirname, resolve } from 'node:path'
import { isOwnAddress } from '../../server/publish/ownAddresses.ts'
import { REFUSALS } from '../../server/kernel/callRefusals.ts'
import { command, countOf } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { flowFile } from '../files/flowFile.ts'
import { patiently } from '../words/report.ts'

export const dev = command('dev', {
  summary: 'Preview a site in the browser while you edit it',
  usage: 'FOLDER [--port N] [--no-open]',
  about:
    "Problems, steps, and leads appear next to the page. When you save a file in the folder, the page updates and keeps its answers.\nOnly this machine can open the preview. It uses a temporary database and doesn't send anything to anyone.",
  examples: ['leadloom dev my-site', 'leadloom dev my-site --port 8080 --no-open'],
  options: {
    port: {
      type: 'string',
      value: 'N',
      about: 'The port to listen on. 0 picks a free one.',
      default: '4000',
    },
    'no-open': { type: 'boolean', about: "Don't open the browser." },
  },
  environment: [['PRODUCT_NAME', 'The product name. Default: Leadloom.']],
  async run({ values, positionals }, ctx) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Add one folder that contains a flow.json.')
    const port = values.port === '0' ? 0 : countOf(values.port, '--port')
    const file = resolve(await flowFile(word))
    const path = basename(dirname(file))
    if (isOwnAddress(path)) throw misuse(REFUSALS.ownAddress(path))
    const { openSitePreview } = await import('../../preview/openSitePreview.ts')
    const opening = openSitePreview(file, { port, productName: ctx.env['PRODUCT_NAME'] })
    const { url, close } = await patiently('Opening the preview', opening, ctx)
    ctx.out(`Preview of ${file}: ${url}\nPress Ctrl+C to stop.`)
    if (!values['no-open'] && ctx.isTerminal) {
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
