import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Element } from '../../schemas/elements/element.ts'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { pictureMaker } from '../../src/server/publish/pictures/makePictures.ts'
import { publishFile } from '../../src/server/publish/publish.ts'
import { BUILT } from './built.ts'
import { running } from './running.ts'

const SITE = 'fixtures/broken'
const HOUSE = readFileSync(`${SITE}/house.png`)

/** Clock that moves two seconds with each reading, as the server looks up live versions every second. */
let clock = Date.now()
const { send, store } = await running({
  env: { RATE_LIMIT: '0' },
  folders: BUILT,
  until: afterAll,
  now: () => (clock += 2000),
})

/** Publishes a flow whose first question has these pictures on its cards, and whose first step begins with these elements. */
async function publish(path: string, files: Record<string, Buffer>, first: Element[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['claims.css', 'favicon.ico', 'icon.svg', 'icon-180.png'])
    cpSync(`${SITE}/${name}`, join(folder, name))
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  const text = readFileSync(`${SITE}/alt_missing.json`, 'utf8')
  const flow = JSON.parse(text) as FlowDocument
  const { steps } = flow.ui_config.offers['accident']!
  steps.at(-1)!.questions.shift()
  const [yes, no] = steps[0]!.questions as { picture?: object }[]
  yes!.picture = { file: 'house.png' }
  no!.picture = { file: 'house.png', alt: 'An empty street' }
  steps[0]!.questions.unshift(...first)
  const file = join(folder, 'flow.json')
  writeFileSync(file, JSON.stringify(flow))
  return publishFile(store, { file, path, productName: 'Leadloom', now: clock })
}

/** Time for the first test, which loads everything that publishing needs: two seconds, and many times that on a busy machine. */
const PATIENCE_MS = 120_000

const shown = (file: string): Element => ({ type: 'container', widget: 'picture', file, alt: 'A house' })

describe('a published picture', () => {
  test(
    'is in the page in all its sizes, with its real width and height',
    async () => {
      const { version, problems } = await publish('shown', { 'house.png': HOUSE })
      expect(problems).toEqual([])
      const { body, headers } = await send({ url: '/shown' })
      const images = [...body.matchAll(/<picture>.*?<\/picture>/gs)].map(([markup]) => markup)
      expect(images.map((markup) => /alt="(.*?)"/.exec(markup)?.[1])).toEqual(['', 'An empty street'])
      expect(images[0]).toMatch(/<source type="image\/avif" .*<img .* width="640" height="480"/)
      expect(body).not.toContain('style="')
      expect(headers['content-security-policy']).toContain("img-src 'self'")
      const addresses = [...new Set(images[0]!.match(/\/main\/flows\/pictures\/[\w.-]+/g))]
      expect(addresses).toHaveLength(6)
      for (const url of addresses) {
        const { statusCode, headers, rawPayload } = await send({ url })
        const [, width, ending] = /-(\d+)\.(\w+)$/.exec(url)!
        expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([
          200,
          `image/${ending}`,
          'nosniff',
        ])
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
        expect(await sharp(rawPayload).metadata()).toMatchObject({
          width: Number(width),
          format: ending === 'avif' ? 'heif' : 'webp',
        })
      }
      const flow = (await send({ url: `/main/flows/${version}.2.json` })).json<FlowDocument>()
      expect(flow).toHaveProperty(['pictures', 'house.png'], {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        width: 640,
        height: 480,
        widths: [160, 320, 640],
      })
      expect((await send({ url: `/api/flows/${version}` })).json()).toHaveProperty('pictures')
    },
    PATIENCE_MS,
  )

  test('is created once, and another version with it has the same addresses', async () => {
    await publish('once', { 'house.png': HOUSE })
    const made: string[] = []
    const keepImportedFile = store.keepImportedFile.bind(store)
    store.keepImportedFile = (name, content) => {
      if (name.startsWith('picture/')) made.push(name)
      return keepImportedFile(name, content)
    }
    onTestFinished(() => void (store.keepImportedFile = keepImportedFile))
    const again = await publish('once-more', { 'house.png': HOUSE })
    expect(made).toEqual([])
    const changed = await publish('once-more', { 'house.png': await sharp(HOUSE).negate().png().toBuffer() })
    expect(made).toHaveLength(7)
    const [one, other] = await Promise.all([again, changed].map(({ version }) => store.version(version!)))
    expect(one!.flow.pictures!['house.png']!.id).not.toBe(other!.flow.pictures!['house.png']!.id)
  })

  test('is upright, and doesn’t reveal where it was taken', async () => {
    const photo = await sharp(HOUSE)
      .withExif({ IFD0: { Copyright: 'Ann' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { version } = await publish('upright', { 'house.png': HOUSE, 'photo.jpg': photo }, [
      shown('photo.jpg'),
    ])
    const made = (await store.version(version!))!.flow.pictures!['photo.jpg']!
    expect(made).toMatchObject({ width: 480, height: 640, widths: [320, 480] })
    for (const ending of ['avif', 'webp']) {
      const { rawPayload } = await send({ url: `/main/flows/pictures/${made.id}-480.${ending}` })
      const { exif, xmp, icc, width } = await sharp(rawPayload).metadata()
      expect({ exif, xmp, icc, width }).toEqual({
        exif: undefined,
        xmp: undefined,
        icc: undefined,
        width: 480,
      })
    }
  })

  test('loads first if it’s the first on the screen, and lazily below', async () => {
    const wide = await sharp(HOUSE).resize(1600).png().toBuffer()
    await publish('first', { 'house.png': HOUSE, 'wide.png': wide }, [
      shown('wide.png'),
      ...Array.from({ length: 4 }, () => shown('wide.png')),
    ])
    const { body } = await send({ url: '/first' })
    const attributes = [...body.matchAll(/<img loading="(\w+)" fetchPriority="(\w+)".*?width="(\d+)"/gi)]
    expect(
      attributes.filter(([tag]) => !tag.includes('logo')).map(([, ...found]) => found.join(' ')),
    ).toEqual([
      'eager high 1280',
      'eager auto 1280',
      'eager auto 1280',
      'eager auto 1280',
      'lazy auto 1280',
      'lazy auto 640',
      'lazy auto 640',
    ])
    expect(body).not.toMatch(/<link rel="preload" as="image"/)
  })

  test('needs nothing in a flow without pictures', async () => {
    const { body } = await send({ url: '/small' })
    expect(body).not.toMatch(/<picture|class="[^"]*pictured|<figcaption/)
  })
})

describe('a picture that can’t be created', () => {
  const torn = Buffer.from(HOUSE)
  torn.fill(0xaa, 200, 1200)

  test('stops the publish at its place in the flow', async () => {
    const { version, problems } = await publish('torn', { 'house.png': torn })
    expect(version).toBeNull()
    expect(problems.map(({ code, at }) => [code, at.slice(-2).join('/')])).toEqual([
      ['picture_undecoded', 'picture/file'],
    ])
    expect(problems[0]).toMatchObject({ line: 1, weight: 'error' })
    expect((await store.live()).map(({ path }) => path)).not.toContain('torn')
  })

  test('is given up after its time limit, and the next one is still made', async () => {
    const hurried = pictureMaker(0.001)
    onTestFinished(hurried.end)
    const order = { bytes: HOUSE, widths: [320], mostPixels: 1e6 }
    expect(await hurried.make(order)).toBeNull()
    const patient = pictureMaker()
    onTestFinished(patient.end)
    expect(await patient.make({ ...order, mostPixels: 1000 })).toHaveProperty('failure')
    expect(await patient.make(order)).toMatchObject({ width: 320, height: 240, widths: [320] })
  })
})

test('an unknown picture isn’t found', async () => {
  for (const name of [
    '',
    'house.png',
    `${'0'.repeat(32)}-320.avif`,
    `${'0'.repeat(32)}.json`,
    '%2e%2e%2fvehicles.json',
  ])
    expect((await send({ url: `/main/flows/pictures/${name}` })).statusCode).toBe(404)
})
