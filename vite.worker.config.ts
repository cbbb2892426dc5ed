import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A release is known by the names of its files; the shop tells it to workers of another one. */
const names = readFileSync(inProject('dist/client/.vite/manifest.json'))
const release = createHash('sha256').update(names).digest('hex').slice(0, 12)
writeFileSync(inProject('dist/client/shop-worker.release'), release)

/** The shop's worker: one file without imports, laid beside the pages that are built already. */
export default defineConfig({
  root: inProject('web'),
  publicDir: false,
  define: { SHOP_RELEASE: JSON.stringify(release) },
  build: {
    target: 'es2023',
    outDir: inProject('dist/client'),
    emptyOutDir: false,
    rolldownOptions: {
      input: inProject('web/worker/shop-worker.ts'),
      output: { format: 'iife', entryFileNames: 'shop-worker.js' },
    },
  },
})
