import PDFDocument from 'pdfkit'
import { FONTS, showable } from './shownLetters.ts'

/** Tagged PDF pages, so that screen readers can read them aloud. Units are points of 1/72 inch. */
export interface Sheet {
  heading: (level: 1 | 2, text: string) => void
  paragraph: (text: string) => void
  /** Writes a label and its value. */
  pair: (label: string, value: string) => void
  /** Resolves to the bytes, with a footer on every page. */
  end: (foot: (page: number, pages: number) => string) => Promise<Buffer>
}

const MARGIN = 54
const LABEL_WIDTH = 128
const GAP = 10
const SIZES = { 1: 18, 2: 11.5, body: 9, foot: 7 } as const
const FOOT_ROOM = 26

/** `madeAt`: UTC epoch ms. The same texts and times make the same bytes. */
export function openSheet({
  title,
  author,
  madeAt,
}: {
  title: string
  author: string
  madeAt: number
}): Sheet {
  const made = new Date(madeAt)
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT_ROOM },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: showable(title), Author: showable(author), CreationDate: made, ModDate: made },
    // Null keeps it from loading its default font.
    font: null as unknown as string,
  })
  const bytes: Buffer[] = []
  doc.on('data', (part: Buffer) => bytes.push(part))
  const whole = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(bytes))))
  doc.registerFont('body', FONTS.body).registerFont('bold', FONTS.bold)
  const width = doc.page.width - 2 * MARGIN
  const root = doc.struct('Document')
  doc.addStructure(root)

  /** Begins a new page if this one doesn't have that much room. */
  const makeRoom = (height: number) => {
    if (doc.y + height > doc.page.height - MARGIN - FOOT_ROOM) doc.addPage()
  }
  const write = (type: string, parts: (() => void)[]) => root.add(doc.struct(type, {}, parts))

  return {
    heading(level, text) {
      makeRoom(60)
      if (level === 2) doc.y += GAP
      write(`H${level}`, [
        () => doc.font('bold').fontSize(SIZES[level]).text(showable(text), MARGIN, doc.y, { width }),
      ])
      doc.y += 4
    },

    paragraph(text) {
      makeRoom(24)
      doc.y += 4
      write('P', [() => doc.font('body').fontSize(SIZES.body).text(showable(text), MARGIN, doc.y, { width })])
      doc.y += 4
    },

    pair(label, value) {
      doc.font('bold').fontSize(SIZES.body)
      makeRoom(doc.heightOfString(showable(label), { width: LABEL_WIDTH }) + 12)
      const top = doc.y
      let labelEnd = top
      write('P', [
        () => {
          doc.font('bold').text(`${showable(label)} `, MARGIN, top, { width: LABEL_WIDTH })
          labelEnd = doc.y
        },
        () =>
          doc
            .font('body')
            .text(showable(value), MARGIN + LABEL_WIDTH + GAP, top, { width: width - LABEL_WIDTH - GAP }),
      ])
      // If the value continued on another page, `top` belongs to the page before.
      if (doc.y > top) doc.y = Math.max(doc.y, labelEnd)
      doc.y += 2
    },

    async end(foot) {
      root.end()
      const { start, count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        doc.switchToPage(start + page)
        // Text below the margin would otherwise begin a new page.
        doc.page.margins.bottom = 0
        doc.markContent('Artifact', { type: 'Pagination' })
        const top = doc.page.height - MARGIN
        doc.font('body').fontSize(SIZES.foot)
        doc.text(showable(foot(page + 1, count)), MARGIN, top, { width, lineBreak: false })
        doc.endMarkedContent()
      }
      doc.end()
      return whole
    },
  }
}
