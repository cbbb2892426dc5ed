import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { treeshake, withoutSummaries, withReact } from './vite.config.ts'

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The stall's page, a graph of its own beside the shop's: what a phone keeps must not change with the shop's pages. */
export default defineConfig({
  root: inProject('web'),
  publicDir: false,
  plugins: [withReact(), tailwindcss(), withoutSummaries],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2023',
    outDir: inProject('dist/client'),
    emptyOutDir: false,
    manifest: '.vite/stall-manifest.json',
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: { treeshake, input: inProject('web/stall.html') },
  },
})
