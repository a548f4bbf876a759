import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import type { FlowDocument } from '../../../schemas/flow/flow.ts'
import { FILE_NAME } from '../../../schemas/kernel/shape.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { newSiteFiles } from '../../author/templates/newSiteFiles.ts'

/** Folder of a new site. */
export interface NewFolder {
  folder: string
  /** Name of the site in files and addresses, which is its folder's name. */
  site: string
  /** Address of the flow schema, relative to the flow file. */
  schema: string
}

/** Checks the folder of a new site. Throws if its name is invalid, or it already has a site. */
export function newFolder(folder: string): NewFolder {
  const site = basename(resolve(folder))
  if (!RegExp(FILE_NAME).test(site))
    throw misuse(
      `"${site}" can’t be the name of a site’s folder. Use lowercase letters, digits, and hyphens, such as my-site.`,
    )
  if (existsSync(join(folder, 'flow.json')))
    throw refusal('failed', `${folder} already contains a site. Choose another folder.`)
  return { folder, site, schema: relative(resolve(folder), SCHEMA).replaceAll('\\', '/') }
}

const SCHEMA = join(import.meta.dirname, '..', '..', '..', 'schemas', 'json', 'flow.schema.json')

/** Writes the flow, stylesheet, and icons to the folder. Resolves to the names of the files. */
export async function writeSite(
  { folder, site }: NewFolder,
  { flow, accent }: { flow: FlowDocument; accent: string },
): Promise<string[]> {
  const files = {
    'flow.json': `${JSON.stringify(flow, null, 2)}\n`,
    ...newSiteFiles(site, accent),
  }
  await mkdir(folder, { recursive: true })
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content)
  return Object.keys(files)
}

/** Turns my-site into My Site. */
export function named(site: string): string {
  return site
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Longest name of a site. Source: schemas/flow/site.ts. */
export const LONGEST_NAME = 60

/** Company of a new site, to be replaced. */
export function exampleCompany(site: string): NonNullable<FlowDocument['ui_config']['site']['company']> {
  return {
    name: `Example ${site} LLC`.slice(0, 80),
    address: ['100 Sample Street', 'Anytown, TX 00000'],
    phone: '+15125550100',
  }
}
