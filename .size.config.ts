import base from './vite.config.ts'
export default (env: any) => {
  const c: any = (base as any)(env)
  c.build = { ...c.build, outDir: '/tmp/size-out' }
  c.plugins.push({ name: 'sz', generateBundle: { order: 'pre', handler(_: any, b: any) {
    for (const f of Object.values(b) as any[]) if (f.type === 'chunk' && f.name === 'main') {
      const rows = Object.entries(f.modules).map(([id, m]: any) => [m.renderedLength, id.replace(/.*node_modules\//, 'nm:').replace('/tmp/wt/widgets/', '')]).sort((a: any, b: any) => b[0] - a[0])
      console.log(rows.slice(0, 75).map((r) => r.join(' ')).join('\n'))
    }
  } } })
  return c
}
