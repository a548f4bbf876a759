import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FILE_BYTES } from '../../schemas/studio/drafts.ts'
import { ICONS } from '../../src/author/document/iconFiles.ts'
import { filesNamed } from '../../src/author/edit/filesNamed.ts'
import { keptName, refusedFile } from '../../src/author/edit/uploadedFile.ts'

/** Tests of the files beside a flow. */

const bytes = (text: string) => Buffer.from(text, 'latin1')
const named = (document: unknown) => filesNamed(document).map(({ name }) => name)

describe('the files that a flow names', () => {
  test('are its pictures, documents, fonts, stylesheet, and icons, each with the place that names it', () => {
    const document = JSON.parse(readFileSync('fixtures/sites/leadloom/flow.json', 'utf8')) as object
    expect(named(document)).toEqual(expect.arrayContaining(['leadloom.css', ...ICONS]))
    const site = { logo: { file: 'logo.svg' }, share: { picture: 'share.png' }, footer: [{ file: 'a.html' }] }
    const options = [{ text: 'a file', picture: { file: 'roof.jpg', alt: 'file' } }]
    const small = { constants_config: { options }, ui_config: { site } }
    expect(filesNamed(small)).toEqual([
      { name: 'roof.jpg', at: ['constants_config', 'options', 0, 'picture', 'file'] },
      { name: 'logo.svg', at: ['ui_config', 'site', 'logo', 'file'] },
      { name: 'share.png', at: ['ui_config', 'site', 'share', 'picture'] },
      { name: 'a.html', at: ['ui_config', 'site', 'footer', 0, 'file'] },
    ])
    expect(named({ ui_config: { file: 'no file', picture: { file: 7 } } })).toEqual([])
  })
})

describe('an uploaded file', () => {
  test.each([
    ['Roof Photo.JPEG', 'roof-photo.jpg'],
    ['Über_uns (2).png', 'uber-uns-2.png'],
    ['日本.png', 'file.png'],
    ['logo.svg', 'logo.svg'],
    [`${'a'.repeat(80)}.webp`, `${'a'.repeat(55)}.webp`],
    ['noending', 'noending.'],
  ])('%j is stored as %j', (given, name) => {
    expect(keptName(given)).toBe(name)
    expect(keptName(name)).toBe(name)
  })

  test.each([
    ['a.png', '\x89PNG\r\n\x1a\n...'],
    ['a.jpg', '\xff\xd8\xff...'],
    ['a.webp', 'RIFF1234WEBP'],
    ['favicon.ico', '\0\0\x01\0.'],
    ['a.woff2', 'wOF2..'],
    ['a.svg', '<?xml version="1.0"?><svg viewBox="0 0 1 1">'],
    ['a.css', 'a { b: c }'],
    ['a.html', '<p>{{form}}'],
  ])('%s is accepted', (name, content) => {
    expect(refusedFile(name, bytes(content))).toBeNull()
  })

  test.each([
    ['a.exe', 'MZ', /can’t use the file type of a\.exe\. Use one of png, jpg/],
    ['constructor', 'x', /can’t use the file type/],
    ['noending.', 'x', /can’t use the file type/],
    ['a.png', '', /is empty/],
    ['a.png', 'RIFF1234WEBP', /a\.png is actually a WEBP file\. Change its extension to \.webp/],
    ['a.webp', 'RIFF1234WAVE', /isn’t a valid WEBP/],
    ['a.jpg', 'jpg', /isn’t a valid JPG/],
    ['a.svg', '<p>svg</p>', /isn’t a valid SVG/],
    ['a.css', 'a\0b', /isn’t a valid CSS/],
    ['a.html', '\xff\xfe', /isn’t a valid HTML/],
  ])('%s with %j is refused with a reason', (name, content, reason) => {
    expect(refusedFile(name, bytes(content))).toMatch(reason)
  })

  test('is refused if it’s larger than the server’s limit', () => {
    const large = Buffer.concat([bytes('\xff\xd8\xff'), Buffer.alloc(FILE_BYTES - 3)])
    expect(refusedFile('a.jpg', large)).toBeNull()
    expect(refusedFile('a.jpg', Buffer.concat([large, bytes('x')]))).toContain('larger than 8 MB')
  })
})
