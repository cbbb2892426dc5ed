import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const PROJECT = fileURLToPath(new URL('.', import.meta.url))

const OUT = 'dist/shop'

/** What is loaded when it is needed stays where npm put it: some of it does not bear being bundled. */
const LOADED_LATER = [
  ...['sharp', 'pg', 'stripe', 'nodemailer', '@simplewebauthn/server'],
  ...['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', 'age-encryption', 'client-zip'],
  ...['csv-parse', 'csv-stringify', 'prom-client', 'qr', 'sanitize-html', 'tar-stream'],
]

/** A source finds the files beside it from where it was written, not from where the bundle lies. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform: {
    filter: { id: /\/server\/.*\.ts$/, code: /import\.meta\.(?:dirname|url)/ },
    handler(code, id) {
      const up = relative(`${PROJECT}${OUT}`, PROJECT)
      const source = relative(PROJECT, id)
      return code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${up}/${dirname(source)}')`)
        .replaceAll('import.meta.url', `new URL('${up}/${source}', import.meta.url)`)
    },
  },
}

export default defineConfig({
  root: PROJECT,
  publicDir: false,
  plugins: [ownPlaces],
  ssr: { noExternal: true, external: LOADED_LATER },
  build: {
    ssr: true,
    target: 'node26',
    outDir: OUT,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      external: [/dev-pages/, new RegExp(`^(?:${LOADED_LATER.join('|')})(?:/|$)`)],
      input: fileURLToPath(new URL('server/run-shop.ts', import.meta.url)),
      // All in one folder, for the places above.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
