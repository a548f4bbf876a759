import { strToU8, zipSync } from 'fflate'

/** An XLSX file with these rows, as XML, in its first sheet, and with these other parts. */
export function workbookOf(rows: string, parts: Record<string, string | Uint8Array> = {}): Buffer {
  const files: Record<string, string | Uint8Array> = {
    'xl/workbook.xml':
      '<workbook xmlns:r="x"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${['worksheet', 'sharedStrings', 'styles'].map(relation).join('')}</Relationships>`,
    'xl/worksheet.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  }
  const bytes = Object.entries(files).map(([name, part]) => [
    name,
    typeof part === 'string' ? strToU8(part) : part,
  ])
  return Buffer.from(zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>))
}

function relation(type: string, index: number): string {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return `<Relationship Id="rId${index + 1}" Type="${base}/${type}" Target="${type}.xml"/>`
}

/** A cell that holds a text. */
export function textCell(address: string, text: string): string {
  return `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
}

export const HEAD = `<row r="1">${textCell('A1', 'id')}${textCell('B1', 'amount')}</row>`
