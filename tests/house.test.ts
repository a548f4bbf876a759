import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../src/cli/run.ts'
import { importsOf, reaching } from './imports.ts'
import { SETTINGS } from '../src/server/settings/settings.ts'

/** House rules, so that no one has to remember them. */

/** Rooms and packages that each room may import from. Of the rooms in `types`, only types and files that load no TypeBox. */
const ROOMS: Record<string, { rooms: string[]; types?: string[]; packages: RegExp }> = {
  schemas: { rooms: ['schemas'], packages: /^typebox$/ },
  'src/texts': { rooms: ['src/texts'], types: ['schemas'], packages: /^$/ },
  'src/flow': { rooms: ['src/flow', 'src/texts'], types: ['schemas'], packages: /^$/ },
  widgets: {
    rooms: ['widgets', 'src/flow', 'src/texts'],
    types: ['schemas'],
    packages: /^(react|@rjsf\/utils|@maskito\/core)$/,
  },
  'src/visitor': {
    rooms: ['src/visitor', 'src/flow', 'src/texts', 'widgets'],
    types: ['schemas'],
    packages:
      /^(react|react-dom(\/.*)?|@rjsf\/(core|utils|validator-ajv8)(\/.*)?|fflate|@noble\/hashes\/.*)$/,
  },
  'src/rows': { rooms: ['src/rows'], types: ['schemas'], packages: /^$/ },
  'src/operator': {
    rooms: ['src/operator', 'src/rows', 'src/texts', 'src/time'],
    types: ['schemas'],
    packages:
      /^(react|react-dom\/client|react-router-dom|axios|luxon|get-nonce|dayjs.*|@simplewebauthn\/browser|@mantine\/.*|@tabler\/icons-react.*)$/,
  },
  'src/stats': {
    rooms: ['src/stats', 'src/operator', 'src/rows', 'src/texts', 'src/time'],
    types: ['schemas'],
    packages:
      /^(react|react-dom\/client|react-router-dom|axios|luxon|get-nonce|dayjs.*|@simplewebauthn\/browser|mantine-react-table.*|papaparse|write-excel-file.*|@mantine\/.*|@tabler\/icons-react.*)$/,
  },
  'src/time': { rooms: ['src/time'], packages: /^luxon$/ },
  // It runs in browsers as well.
  'src/author/words': {
    rooms: ['src/author/words', 'src/author/kernel'],
    types: ['schemas', 'src/author'],
    packages: /^$/,
  },
  'src/author/complete': {
    rooms: ['src/author/complete', 'src/author/kernel', 'src/flow', 'src/texts', 'schemas'],
    packages: /^jsonc-parser$/,
  },
  'src/author/forms': {
    rooms: ['src/author/forms', 'src/author/complete', 'src/author/kernel', 'src/texts'],
    types: ['schemas'],
    packages: /^jsonc-parser$/,
  },
  'src/author/edit': {
    rooms: [
      'src/author/edit',
      'src/author/forms',
      'src/author/complete',
      'src/author/kernel',
      'src/flow',
      'src/texts',
    ],
    types: ['schemas'],
    packages: /^jsonc-parser$/,
  },
  'src/author/kernel': {
    rooms: ['src/author/kernel', 'src/texts'],
    types: ['schemas', 'src/flow'],
    packages: /^sanitize-html$/,
  },
  'src/author/import': {
    rooms: ['src/author/import', 'src/author', 'src/author/kernel', 'src/flow', 'src/texts', 'schemas'],
    packages: /^sanitize-html$/,
  },
  'src/author': {
    rooms: [
      'src/author',
      'src/author/kernel',
      'src/author/complete',
      'src/author/edit',
      'src/author/forms',
      'src/author/import',
      'src/flow',
      'src/author/words',
      'src/texts',
      'src/time',
      'schemas',
    ],
    packages: /^(ajv|colord.*|css-tree|postcss.*|jsonc-parser|sanitize-html|typebox.*)$/,
  },
  'src/store': {
    rooms: ['src/store', 'src/rows', 'src/flow', 'src/time', 'schemas'],
    packages: /^(libphonenumber-js.*|lru-cache|pg|age-encryption)$/,
  },
  'src/server': {
    rooms: [
      'src/server',
      'src/author',
      'src/author/kernel',
      'src/store',
      'src/rows',
      'src/flow',
      'src/author/words',
      'src/texts',
      'src/time',
      'schemas',
    ],
    types: ['src/visitor'],
    packages: /^(?!react|@mantine|@rjsf\/core|playwright|vite)/,
  },
  'src/cli': {
    rooms: [
      'src/cli',
      'src/author',
      'src/author/kernel',
      'src/author/complete',
      'src/author/edit',
      'src/author/import',
      'src/store',
      'src/server',
      'src/preview',
      'src/flow',
      'src/author/words',
      'src/texts',
      'src/time',
      'schemas',
    ],
    packages: /^(?!react|@mantine|@rjsf|playwright|vite)/,
  },
  'src/preview': {
    rooms: [
      'src/preview',
      'src/server',
      'src/author',
      'src/author/kernel',
      'src/store',
      'src/flow',
      'src/texts',
      'src/time',
    ],
    types: ['schemas'],
    packages: /^(fastify|@fastify\/cookie)$/,
  },
  'src/studio': {
    rooms: [
      'src/studio',
      'src/operator',
      'src/forms',
      'src/author/complete',
      'src/author/edit',
      'src/author/forms',
      'src/author/import',
      'src/author/words',
      'src/texts',
    ],
    types: ['schemas'],
    packages:
      /^(react|react-router-dom|axios|use-immer|@mantine\/.*|@tabler\/icons-react.*|@codemirror\/.*|@lezer\/highlight|jsonc-parser|@rjsf\/.*)$/,
  },
  'src/forms': {
    rooms: ['src/forms', 'src/author/complete', 'src/author/forms', 'src/texts'],
    packages: /^(react|@mantine\/core|@rjsf\/.*)$/,
  },
  'src/desk': {
    rooms: [
      'src/desk',
      'src/operator',
      'src/rows',
      'src/forms',
      'src/author/complete',
      'src/author/forms',
      'src/author/kernel',
      'src/texts',
      'src/time',
    ],
    types: ['schemas'],
    packages:
      /^(react|react-router-dom|papaparse|@simplewebauthn\/browser|@mantine\/.*|@tabler\/icons-react.*)$/,
  },
  'src/dev': { rooms: ['src/dev'], packages: /^vite$/ },
  'src/docs': {
    rooms: ['src/docs', 'src/cli', 'src/author', 'src/flow', 'src/texts', 'schemas'],
    types: ['src/server'],
    packages: /^marked$/,
  },
}

const WITH_TYPEBOX = (() => {
  const loaded = importsOf('schemas').filter(({ typeOnly }) => !typeOnly)
  return reaching(
    loaded.filter(({ from }) => from === 'typebox').map(({ file }) => file),
    loaded,
  )
})()

function roomOf(file: string): string | undefined {
  return Object.keys(ROOMS).find((room) => file.startsWith(`${room}/`))
}

describe.each(Object.entries(ROOMS))('%s', (room, { rooms, types = [], packages }) => {
  // The generator of the editors' schema is a program beside the schemas and not one of them.
  const imports = importsOf(room).filter(({ file }) => file !== 'schemas/generate.ts')

  test('imports only what it may', () => {
    expect(imports.length).toBeGreaterThan(0)
    const wrong = imports.filter(({ file, from, typeOnly }) => {
      if (!from.startsWith('.'))
        return !from.startsWith('node:') && !packages.test(from) && !(typeOnly && from === 'typebox')
      if (/\.(css|json)$/.test(from)) return false
      const path = join(dirname(file), from)
      const other = roomOf(path)
      const isLight = typeOnly || !WITH_TYPEBOX.has(path)
      return other === undefined || !(rooms.includes(other) || (isLight && types.includes(other)))
    })
    expect(wrong).toEqual([])
  })

  test('uses Node’s modules only where Node runs', () => {
    if (
      ['src/author', 'src/store', 'src/server', 'src/cli', 'src/preview', 'src/dev', 'src/docs'].includes(
        room,
      )
    )
      return expect(imports.some(({ from }) => from.startsWith('node:'))).toBe(true)
    expect(imports.filter(({ from }) => from.startsWith('node:'))).toEqual([])
  })
})

/** Groups of folders that import each other at run time, directly or by way of others. */
function knots(): string[][] {
  const imports = importsOf('src', 'schemas', 'widgets')
    .filter(({ file, from, typeOnly }) => file !== 'schemas/generate.ts' && !typeOnly && from.startsWith('.'))
    .map(({ file, from }) => ({ folder: dirname(file), to: dirname(join(dirname(file), from)) }))
    .filter(({ folder, to }) => folder !== to)
  const next = new Map(
    [...Map.groupBy(imports, ({ folder }) => folder)].map(([folder, all]) => [
      folder,
      new Set(all.map(({ to }) => to)),
    ]),
  )
  const reached = new Map([...next.keys()].map((folder) => [folder, reach(folder, next)]))
  const groups = new Map<string, string[]>()
  for (const [folder, all] of reached) {
    if (!all.has(folder)) continue
    const group = [...all].filter((other) => reached.get(other)?.has(folder)).sort()
    groups.set(group.join(' '), group)
  }
  return [...groups.values()]
}

/** Folders that can be reached from `folder` by at least one import. */
function reach(folder: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set(next.get(folder))
  for (const one of seen) for (const to of next.get(one) ?? []) seen.add(to)
  return seen
}

/** A file's path within its engine; null outside the engines. */
function partOfEngine(file: string): string | null {
  return /^src\/store\/engines\/[^/]+\/(.+)$/.exec(file)?.[1] ?? null
}

describe('the rooms of src', () => {
  const files = globSync('src/**/*.{ts,tsx}')

  test('import each other in one direction at run time', () => {
    expect(knots()).toEqual([])
  })

  test('use a database driver only in its engine', () => {
    const drivers = importsOf('src').filter(({ from }) => from === 'node:sqlite' || from === 'pg')
    const outside = drivers.filter(({ file }) => !file.startsWith('src/store/engines/'))
    expect(outside.map(({ file }) => file)).toEqual([])
    expect(drivers.length).toBeGreaterThan(0)
  })

  test('load no schemas in the store’s threads, where they would slow down each start', () => {
    const threads = ['writer', 'reportWorker'].map((name) => `src/store/engines/sqlite/${name}.ts`)
    const loaded = importsOf('src', 'schemas').filter(({ typeOnly }) => !typeOnly)
    const withSchemas = loaded.filter(({ from }) => from === 'typebox').map(({ file }) => file)
    const loading = reaching(withSchemas, loaded)
    expect(threads.filter((thread) => loading.has(thread))).toEqual([])
    expect(loading.has('src/server/main.ts') && threads.every((thread) => existsSync(thread))).toBe(true)
  })

  test('have READMEs whose links are true', () => {
    const wrong = globSync('src/**/README.md').flatMap((readme) =>
      Array.from(readFileSync(readme, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g), ([, target]) => target!)
        .filter((target) => !existsSync(join(dirname(readme), target)))
        .map((target) => `${readme}: ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('have comments that name existing files', () => {
    const files = globSync('{*,{src,schemas,widgets,tests,fixtures,deploy,docs}/**/*}.{ts,tsx,sql,md}')
    const named = files
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        Array.from(
          readFileSync(file, 'utf8').matchAll(
            /^\s*(?:\/\*\*|\/\/|\*) .*?\b([\w-][\w./-]*\.(?:tsx?|sql|md))\b/gm,
          ),
          ([, name]) => ({ file, name: name! }),
        ),
      )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ name }) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
  })

  test('declare what they need, so that only the files that assemble the server know everything', () => {
    const knowing = importsOf('src/server')
      .filter(({ file, from }) => join(dirname(file), from) === 'src/server/context.ts')
      .map(({ file }) => file)
    expect(knowing.sort()).toEqual([
      'src/server/app.ts',
      'src/server/calls.ts',
      'src/server/consoleCalls.ts',
      'src/server/main.ts',
      'src/server/startDelivery.ts',
    ])
  })

  test('have no circular imports, types included', () => {
    const graph = new Map(
      ['src', 'schemas', 'widgets'].flatMap((room) =>
        [...Map.groupBy(importsOf(room), ({ file }) => file)].map(([file, imports]) => [
          file,
          imports.map(({ from }) => join(dirname(file), from)),
        ]),
      ),
    )
    const circles: string[][] = []
    const done = new Set<string>()
    const follow = (file: string, way: string[]) => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file])
      if (done.has(file) || way.includes(file)) return
      for (const next of graph.get(file) ?? []) follow(next, [...way, file])
      done.add(file)
    }
    for (const file of graph.keys()) follow(file, [])
    expect(circles).toEqual([])
  })

  test('have no two files with one name, except entries, a command and its implementation, and the same part of each engine', () => {
    const named = Map.groupBy(
      files.filter((file) => !file.startsWith('src/cli/commands/')),
      (file) => basename(file).replace(/\.tsx?$/, ''),
    )
    for (const [name, same] of named)
      named.set(
        name,
        same.filter(
          (file, i) =>
            partOfEngine(file) === null ||
            !same.slice(0, i).some((other) => partOfEngine(other) === partOfEngine(file)),
        ),
      )
    expect([...named].filter(([name, same]) => same.length > 1 && name !== 'main')).toEqual([])
  })
})

test('the CSPs of pages are in one file', () => {
  const DIRECTIVE = /\b(default|script|style|img|font|connect|object|worker|frame)-src\b|\bframe-ancestors\b/
  const files = globSync('src/server/**/*.ts').filter((file) => DIRECTIVE.test(readFileSync(file, 'utf8')))
  expect(files).toEqual(['src/server/kernel/contentSecurityPolicy.ts'])
})

test('the flow core uses no clock, random numbers, network, or page', () => {
  const guilty = globSync('src/flow/**/*.ts').filter((file) =>
    /\b(Date\.now|new Date\(|Math\.random|fetch\(|window\.|document\.(get|query|create|body|cookie)|process\.|crypto\.)/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(guilty).toEqual([])
})

/** Files that may contain a demo site's name: the layouts, because the specification names them so, and the brands of versions published
 *  before flows had their own. */
const NAMING = ['schemas/flow/template.ts', 'src/store/nouns/versions/earlierSites.ts']

test('no brand is in the code, because flows name their sites', () => {
  // The product's own name is also the name of a site.
  const sites = readdirSync('fixtures/sites').filter((site) => site !== 'leadloom')
  expect(sites.length).toBeGreaterThan(3)
  const brands = RegExp(sites.map((site) => site.replaceAll('-', '[- ]?')).join('|'), 'i')
  const files = globSync('{src,widgets,schemas}/**/*.{ts,tsx,css}')
  expect(files.filter((file) => brands.test(readFileSync(file, 'utf8'))).sort()).toEqual(NAMING)
})

/** Answers of buyers' servers, which the local stand-in repeats. */
const ANSWERS_OF_BUYERS = 'src/server/delivery/formats/'

/** Files that hold nothing but what operators and authors read, beside the code that says it. */
const OF_WORDS = /(Words|Notes|Notices|Sentences|Refusals|Problems|Faults)\.ts$/

test('texts for people are in src/texts, or in a file next to the code that uses them', () => {
  const SENTENCE =
    /\b(message|hint|reason|detail)(: |\s*=\s*)['"`][A-Z]|\brefus(al|e)\((\d+, *)?['"`]|\blog\.(warn|error|fatal)\(\s*['"`]/
  const files = globSync('{src/{author,flow,operator,server,stats,visitor},widgets}/**/*.{ts,tsx}')
  const ours = files.filter((file) => !file.startsWith(ANSWERS_OF_BUYERS) && !OF_WORDS.test(file))
  expect(ours.filter((file) => SENTENCE.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('the environment is read only in main.ts and the command line’s entry', () => {
  const readers = globSync('src/{author,store,server,cli}/**/*.ts').filter((file) =>
    /process\.env\b/.test(readFileSync(file, 'utf8')),
  )
  expect(readers).toEqual(['src/cli/main.ts'])
})

/** A word of Typeform that only the form importer contains. */
const IMPORT = /default_tys/

describe('what a visitor downloads', () => {
  const folder = 'dist/visitor/assets'
  const files = existsSync(folder) ? readdirSync(folder) : []
  const bytes = (pattern: RegExp) =>
    files
      .filter((file) => pattern.test(file))
      .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)

  test('is built (npm run build)', () => expect(files.length).toBeGreaterThan(0))

  test('is at most 105 kB of script before the first answer', () => {
    expect(bytes(/^(main|early)-.*\.js\.br$/)).toBeLessThanOrEqual(105_000)
  })

  test('is at most 160 kB of script for a whole funnel', () => {
    expect(bytes(/\.js\.br$/)).toBeLessThanOrEqual(160_000)
  })

  test('is at most 2 kB for a page that embeds a site', () => {
    expect(bytes(/^embed-.*\.js$/)).toBeGreaterThan(0)
    expect(bytes(/^embed-.*\.js$/)).toBeLessThanOrEqual(2000)
  })

  test.each([
    ['code made at run time', /\bnew Function\(|\beval\(/],
    ['the operator’s app', /mantine/i],
    ['the studio', /leadloom-draft|cm-content|Asked on|form-crumbs/],
    ['what imports forms', IMPORT],
    ['a schema compiler', /addKeyword/],
    ['a time zone library', /IANAZone/],
    ['the blocklist of words', /sweepstake/],
    ['what authors are told of computed fields', /keyboard noise/],
  ])('contains nothing of %s', (_, trace) => {
    const holding = files.filter(
      (file) => file.endsWith('.js') && trace.test(readFileSync(join(folder, file), 'utf8')),
    )
    expect(holding).toEqual([])
  })
})

test('the studio loads rjsf only once a form is opened', () => {
  const built = globSync('dist/studio/assets/*.js').filter((file) =>
    /ui:widget/.test(readFileSync(file, 'utf8')),
  )
  expect(built.map((file) => basename(file).replace(/-.*/, ''))).toEqual(['FormPane'])
})

test('the studio loads the import of forms only once a file is chosen', () => {
  const built = globSync('dist/studio/assets/*.js').filter((file) => IMPORT.test(readFileSync(file, 'utf8')))
  expect(built.map((file) => basename(file).replace(/-.*/, ''))).toEqual(['importForm'])
})

test('the dashboard downloads no code of the studio', () => {
  const built = globSync('dist/stats/assets/*.js')
  expect(built.length).toBeGreaterThan(0)
  expect(
    built.filter((file) =>
      /leadloom-draft|cm-content|Asked on|default_tys|form-crumbs/.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([])
})

/** Pages people read besides the rooms' READMEs. */
const PAGES = [
  'README.md',
  'docs/architecture.md',
  'src/README.md',
  'src/DEPARTURES.md',
  'src/server/OPERATING.md',
  'src/server/settings/README.md',
  'deploy/README.md',
]

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(page, 'utf8')
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

  test('links to existing files', () => {
    const links = Array.from(
      text.matchAll(/\]\((?!https?:)([^)#]+)|src="([^"]+)"/g),
      ([, target, source]) => target ?? source!,
    )
    expect(links.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([])
  })

  test('names existing files and folders', () => {
    const paths = Array.from(
      text.matchAll(/`((?:src|schemas|widgets|fixtures|tests)\/[\w./-]+)`/g),
      ([, path]) => path!,
    )
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  test('names existing commands', () => {
    const runs = Array.from(text.matchAll(/npm (?:run )?([a-z]+)\b/g), ([, name]) => name!)
    expect(runs.filter((name) => !['ci', 'install', 'prune'].includes(name) && !(name in scripts))).toEqual(
      [],
    )
    const commands = Array.from(text.matchAll(/npx --no leadloom ([a-z]+)/g), ([, name]) => name!)
    expect(commands.filter((name) => !(name in COMMANDS))).toEqual([])
  })
})

test.each([...PAGES, ...globSync('docs/**/*.md')])(
  '%s never has npx install a package with our name',
  (page) => {
    expect(readFileSync(page, 'utf8')).not.toMatch(/npx leadloom/)
  },
)

test('the root README is read in five minutes: at most 7 kB, and it links to the other pages', () => {
  const text = readFileSync('README.md', 'utf8')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(7_000)
  expect(PAGES.filter((page) => page !== 'README.md' && !text.includes(`](${page})`))).toEqual([])
})

test('every setting is described as in the code', () => {
  const rows = Object.values(SETTINGS).map(
    (setting) =>
      `| \`${setting.env}\` | ${setting.about} | ${setting.default === '' ? '' : `\`${setting.default}\``} |`,
  )
  const told = readFileSync('src/server/settings/README.md', 'utf8').replace(/ +/g, ' ')
  expect(rows.filter((row) => !told.includes(row.replace(/ +/g, ' ')))).toEqual([])
})
