import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../../src/author/problemsOf.ts'
import { pictureHeader } from '../../../src/author/pictures/pictureHeader.ts'

const FOLDER = 'fixtures/broken'
const HOUSE = readFileSync(`${FOLDER}/house.png`)

describe('the header of a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'of a %s has its size, and shows if its end is missing',
    async (kind) => {
      const bytes = await sharp(HOUSE).resize(300, 200)[kind]().toBuffer()
      expect(pictureHeader(bytes)).toEqual({ width: 300, height: 200, isAnimated: false, isWhole: true })
      expect(pictureHeader(bytes.subarray(0, -20))).toMatchObject({ width: 300, isWhole: false })
      for (let length = 0; length < bytes.length; length += 7)
        expect(pictureHeader(bytes.subarray(0, length))?.isWhole ?? false).toBe(false)
    },
  )

  test('is read for lossless WebP, and for one with several parts', async () => {
    const drawn = sharp(HOUSE).resize(300, 200).ensureAlpha(0.5)
    const size = { width: 300, height: 200, isAnimated: false, isWhole: true }
    expect(pictureHeader(await drawn.clone().webp({ lossless: true }).toBuffer())).toEqual(size)
    expect(pictureHeader(await drawn.webp().toBuffer())).toEqual(size)
  })

  test('of a JPEG skips an embedded preview with its own end', async () => {
    const bytes = await sharp(HOUSE).jpeg().toBuffer()
    const preview = Buffer.from('ffe10006ffd8ffd9', 'hex').subarray(0, 8)
    const withPreview = Buffer.concat([bytes.subarray(0, 2), preview, bytes.subarray(2)])
    expect(pictureHeader(withPreview)).toMatchObject({ width: 640, isWhole: true })
    expect(pictureHeader(withPreview.subarray(0, -9))).toMatchObject({ width: 640, isWhole: false })
  })

  test('of a JPEG has its frame’s size, or null if that’s missing', () => {
    const app = Buffer.from('ffe00006aabbccdd', 'hex')
    const frame = Buffer.from('ffc2000b08027604b003', 'hex')
    const bytes = Buffer.concat([Buffer.from('ffd8', 'hex'), app, frame, Buffer.alloc(20)])
    expect(pictureHeader(bytes)).toMatchObject({ width: 1200, height: 630 })
    expect(pictureHeader(Buffer.from('ffd8ffe0', 'hex'))).toBeNull()
  })

  test('of an animated picture says so', async () => {
    expect(pictureHeader(readFileSync(`${FOLDER}/house-moves.webp`))).toMatchObject({ isAnimated: true })
    const [start, rest] = [HOUSE.subarray(0, 33), HOUSE.subarray(33)]
    const control = Buffer.concat([Buffer.from('00000008', 'hex'), Buffer.from('acTL'), Buffer.alloc(12)])
    expect(pictureHeader(Buffer.concat([start, control, rest]))).toMatchObject({ isAnimated: true })
  })
})

/** Problems with the pictures of a flow whose last step shows these files. */
function problemsWith(files: readonly string[], beside: (name: string) => Buffer | null) {
  const elements = files.map((file) => ({ type: 'container', widget: 'picture', file, alt: 'A house' }))
  const text = readFileSync(`${FOLDER}/alt_missing.json`, 'utf8')
  const html = '{ "type": "container", "widget": "html"'
  const placed = text
    .replace(/\{ "type": "container", "widget": "picture".*?\},/, '')
    .replace(html, () => `${elements.map((element) => JSON.stringify(element)).join()}, ${html}`)
  const own = (name: string) =>
    /^(claims\.css|favicon|icon)/.test(name) ? readFileSync(`${FOLDER}/${name}`) : beside(name)
  return problemsOf(placed, own).map(({ code, at }) => [code, at.slice(-3).join('/')])
}

describe('the pictures of a flow', () => {
  test('are at most 40 files, however often each is named', () => {
    const names = Array.from({ length: 41 }, (_, index) => `house-${index}.png`)
    expect(problemsWith([...names.slice(0, 40), 'house-0.png'], () => HOUSE)).toEqual([])
    expect(problemsWith(names, () => HOUSE)).toEqual([['pictures_many', 'questions/40/file']])
  })

  test('have at most 8 MiB each', () =>
    expect(problemsWith(['house.png'], () => Buffer.concat([HOUSE, Buffer.alloc(8 * 1024 * 1024)]))).toEqual([
      ['file_too_large', 'questions/0/file'],
    ]))

  test('are reported at the first place that names them', () =>
    expect(
      problemsWith(['house.png', 'roof.png', 'roof.png'], (name) => (name === 'house.png' ? HOUSE : null)),
    ).toEqual([['file_missing', 'questions/1/file']]))

  test('have the format of their file extension', () =>
    expect(problemsWith(['house.jpg'], () => HOUSE)).toEqual([['file_broken', 'questions/0/file']]))
})
