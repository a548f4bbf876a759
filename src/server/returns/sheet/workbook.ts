import { localName, readXml } from './readXml.ts'
import type { ZipEntry } from './zipEntries.ts'

/** A workbook's visible sheets, with everything their cells refer to. Source: ECMA-376, Part 1, 18.2, 18.4 and 18.8. */
export interface Workbook {
  sheets: readonly { name: string; unpack: () => Buffer }[]
  /** Names of the hidden ones. */
  hidden: readonly string[]
  sharedStrings: readonly string[]
  /** True for each cell style that shows a number as a date, by its index. */
  dateStyles: readonly boolean[]
  /** Serial number of January 1, 1970. */
  epochDays: number
}

/** Throws if a file is missing or damaged. */
export function openWorkbook(entries: ReadonlyMap<string, ZipEntry>): Workbook {
  const read = (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw new Error(`${name} is missing`)
    return entry.unpack()
  }
  const { listed, is1904 } = sheetList(read('xl/workbook.xml'))
  const targets = relationsOf(read('xl/_rels/workbook.xml.rels'))
  // Charts and dialogs are sheets without cells.
  const sheets = listed.flatMap(({ name, relation, isHidden }) => {
    const target = targets.get(relation)
    return target?.type === 'worksheet' ? [{ name, isHidden, unpack: () => read(target.file) }] : []
  })
  if (sheets.length === 0) throw new Error('it has no sheet')
  const named = (type: string) => [...targets.values()].find((target) => target.type === type)?.file
  const beside = (type: string) => {
    const file = named(type)
    return file !== undefined && entries.has(file) ? read(file) : null
  }
  const [strings, styles] = [beside('sharedStrings'), beside('styles')]
  return {
    sheets: sheets.filter(({ isHidden }) => !isHidden),
    hidden: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name),
    sharedStrings: strings ? stringsOf(strings) : [],
    dateStyles: styles ? datesOf(styles) : [],
    epochDays: is1904 ? 24_107 : 25_569,
  }
}

interface ListedSheet {
  name: string
  relation: string
  isHidden: boolean
}

function sheetList(workbook: Buffer): { listed: ListedSheet[]; is1904: boolean } {
  const listed: ListedSheet[] = []
  let is1904: boolean | undefined
  readXml(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 ??= ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const [, relation] =
        Object.entries(attributes).find(([key]) => key.includes(':') && localName(key) === 'id') ?? []
      const { name: title = '', state = 'visible' } = attributes
      if (relation !== undefined) listed.push({ name: title, relation, isHidden: state !== 'visible' })
    },
  })
  return { listed, is1904: is1904 ?? false }
}

interface Target {
  type: string
  file: string
}

function relationsOf(relations: Buffer): Map<string, Target> {
  const targets = new Map<string, Target>()
  readXml(relations, {
    open(name, { Id, Type = '', Target = '' }) {
      if (name !== 'Relationship' || Id === undefined) return
      const file = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
      targets.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), file })
    },
  })
  return targets
}

/** Texts that cells refer to by index, without their phonetic readings. */
function stringsOf(strings: Buffer): string[] {
  const found: string[] = []
  let text = ''
  const within = { t: 0, rPh: 0 }
  readXml(strings, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 't' || name === 'rPh') within[name]++
    },
    text(part) {
      if (within.t > 0 && within.rPh === 0) text += part
    },
    close(name) {
      if (name === 't' || name === 'rPh') within[name]--
      if (name === 'si') found.push(unescaped(text))
    },
  })
  return found
}

/** Decodes characters that XML forbids, which are written as `_x000D_`. Source: ECMA-376, Part 1, 22.9.2.19. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text
}

function datesOf(styles: Buffer): boolean[] {
  const formats = new Map<number, string>()
  const dates: boolean[] = []
  let isOfCells = false
  readXml(styles, {
    open(name, { numFmtId, formatCode = '' }) {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isOfCells = true
      if (name !== 'xf' || !isOfCells) return
      const id = Number(numFmtId)
      const format = formats.get(id)
      dates.push(format === undefined ? isBuiltInDate(id) : isDateFormat(format))
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return dates
}

/** Built-in date formats of all locales. Source: ECMA-376, Part 1, 18.8.30. */
function isBuiltInDate(id: number): boolean {
  return [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
    [71, 81],
  ].some(([first, last]) => id >= first! && id <= last!)
}

/** True if a number format shows dates: without quoted texts, escapes, and brackets, it has only parts of dates. */
function isDateFormat(format: string): boolean {
  return format
    .toLowerCase()
    .replace(/"[^"]*"|\\.|[_*]./g, ' ')
    .replace(/\[([smhd]{1,2})\]/g, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .split(';')
    .some((part) => {
      const words = part.replace(/(s{1,2})[.,]0{1,3}/g, '$1').match(/[a-z0#?%]+/g) ?? []
      return words.length > 0 && words.every((word) => DATE_WORD.test(word))
    })
}

const DATE_WORD = /^(s{1,2}|m{1,5}|h{1,2}|d{1,4}|y{1,4}|e{1,4}|a{3,5}|am|pm|a|p)$/
