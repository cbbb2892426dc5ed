import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url))

type BuiltFile = {
  file: string
  isEntry?: boolean
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

/** A release is known by the names of its files; the shop tells it to workers of another one. */
function releaseOf(worker: string, manifest: string): string {
  const names = readFileSync(inProject(`dist/client/.vite/${manifest}`))
  const release = createHash('sha256').update(names).digest('hex').slice(0, 12)
  writeFileSync(inProject(`dist/client/${worker}.release`), release)
  return release
}

const WORKERS = {
  'shop-worker': () => ({
    SHOP_RELEASE: JSON.stringify(releaseOf('shop-worker', 'manifest.json')),
  }),
  'stall-worker': () => ({
    STALL_RELEASE: JSON.stringify(releaseOf('stall-worker', 'stall-manifest.json')),
    STALL_FILES: JSON.stringify(stallFiles()),
  }),
  embed: () => ({}),
}

/** Parts of the desk, which need a connection anyway. */
const ONLINE = /^stall\/online\//

/** All that the stall's page may ask for of its own code and looks without a network. */
function stallFiles(): string[] {
  const manifest = readFileSync(inProject('dist/client/.vite/stall-manifest.json'), 'utf8')
  const built: Record<string, BuiltFile> = JSON.parse(manifest)
  const kept = new Set(Object.keys(built).filter((name) => built[name]?.isEntry))
  // A set hands out what is added while it is walked.
  for (const name of kept) {
    const { imports = [], dynamicImports = [] } = built[name] ?? {}
    for (const next of [...imports, ...dynamicImports.filter((one) => !ONLINE.test(one))])
      kept.add(next)
  }
  const files = [...kept].flatMap((name) => {
    const { file = [], css = [], assets = [] } = built[name] ?? {}
    return [file, css, assets].flat()
  })
  return [...new Set(files)].map((file) => `/${file}`)
}

/**
 * The worker that `--mode` names, or the script for other sites: one file without imports, laid beside the pages that
 * are built already.
 */
export default defineConfig(({ mode }) => {
  const worker = mode === 'stall-worker' || mode === 'embed' ? mode : 'shop-worker'
  return {
    root: inProject('web'),
    publicDir: false,
    define: WORKERS[worker](),
    build: {
      target: 'es2023',
      outDir: inProject('dist/client'),
      emptyOutDir: false,
      rolldownOptions: {
        input: inProject(`web/${mode === 'embed' ? mode : 'worker'}/${worker}.ts`),
        output: { format: 'iife', entryFileNames: `${worker}.js` },
      },
    },
  }
})
