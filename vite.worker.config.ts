import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url))

type BuiltFile = { file: string; css?: string[]; assets?: string[] }

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
}

/** All that the stall's page may ever ask for of its own code and looks. */
function stallFiles(): string[] {
  const manifest = readFileSync(inProject('dist/client/.vite/stall-manifest.json'), 'utf8')
  const built: BuiltFile[] = Object.values(JSON.parse(manifest))
  const files = built.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  return [...new Set(files)].map((file) => `/${file}`)
}

/** The worker that `--mode` names: one file without imports, laid beside the pages that are built already. */
export default defineConfig(({ mode }) => {
  const worker = mode === 'stall-worker' ? mode : 'shop-worker'
  return {
    root: inProject('web'),
    publicDir: false,
    define: WORKERS[worker](),
    build: {
      target: 'es2023',
      outDir: inProject('dist/client'),
      emptyOutDir: false,
      rolldownOptions: {
        input: inProject(`web/worker/${worker}.ts`),
        output: { format: 'iife', entryFileNames: `${worker}.js` },
      },
    },
  }
})
