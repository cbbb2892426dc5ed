import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { treeshake, withoutSummaries } from './vite.config.ts'

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * React's client alone is 57 KiB compressed, the whole page's budget 60: the stall is drawn by what does the same in 8.
 */
const SMALL_REACT = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}

/** The stall's page, a graph of its own beside the shop's: what a phone keeps must not change with the shop's pages. */
export default defineConfig({
  root: inProject('web'),
  publicDir: false,
  resolve: { alias: SMALL_REACT },
  plugins: [react(), tailwindcss(), withoutSummaries],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2023',
    outDir: inProject('dist/client'),
    emptyOutDir: false,
    manifest: '.vite/stall-manifest.json',
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // By their names alone, functions would be taken for pure that Preact's shortened code calls the same.
    rolldownOptions: {
      treeshake: { moduleSideEffects: treeshake.moduleSideEffects },
      input: inProject('web/stall.html'),
    },
  },
})
