import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** JSX by `web/ui/jsx-runtime.ts`, which keeps a page right whose text the browser translates. */
export const withReact = () => react({ jsxImportSource: '#jsx' })

/** A font that every page needs; letters beyond it are fetched by the page that shows one. */
const FIRST_FONT = /-latin-[\w-]{8}\.woff2$/

/**
 * Fonts are asked for at once, and nothing is shown before the small first script ran: it makes room for news of an
 * order, which would push away what is already there (Vite's build drops that attribute, so it is put back last).
 */
const fontsFirst: Plugin = {
  name: 'fonts-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => ({
      html: html.replace('<script type="module"', '$& blocking="render"'),
      tags: Object.keys(bundle)
        .filter((file) => FIRST_FONT.test(file))
        .map(preloadFont),
    }),
  },
}

function preloadFont(file: string): HtmlTagDescriptor {
  const attrs = {
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossorigin: true,
    href: `/${file}`,
  }
  return { tag: 'link', attrs, injectTo: 'head' }
}

/**
 * Code that comes later has nothing to preload (its styles are in the page's one file), so Vite's helper for that is
 * reduced to what is left of it: telling when code could not be fetched.
 */
const lateCode: Plugin = {
  name: 'late-code',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('vite/preload-helper.js')) return null
    return `export const __vitePreload = (load) => load().catch((error) => {
      dispatchEvent(new Event('vite:preloadError'))
      throw error
    })`
  },
}

/** What calls and their parameters are, in words, is for the API's description, which the server gives: no browser needs it. */
export const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/.*\.ts$/ },
    handler: (code) =>
      code
        .replace(/\bsummary:\s*'(?:[^'\\]|\\.)*',?/g, '')
        .replace(/\.check\(\s*z\.describe\('[^']*'\),?\s*\)|,\s*z\.describe\('[^']*'\)/g, ''),
  },
}

/**
 * Chunks that a page waits for bring the bundler's few helpers
 * along: in a chunk of their own they are one round trip more.
 */
const helpersWithin: Plugin = {
  name: 'helpers-within',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const helpers = chunks.find(({ name }) => name === 'rolldown-runtime')
      if (!helpers) return
      // A later chunk may be named after a module that is called the same.
      for (const chunk of chunks)
        if (WAITED_FOR.includes(chunk.name) && chunk.imports.includes(helpers.fileName))
          chunk.code = withHelpers(chunk.code, helpers.code)
    },
  },
}

const WAITED_FOR = ['first', 'idle', 'pages', 'hands']

/** @throws Error when the code is built otherwise than it was */
function withHelpers(code: string, helpers: string): string {
  const [, body, given] = /^(.*)export ?\{(.+?)\};?\s*$/s.exec(helpers) ?? []
  const taken = /import ?\{([^}]+)\} ?from ?"\.\/rolldown-runtime-[^"]+";?/.exec(code)
  if (!body || !given || !taken?.[1]) throw new Error('The helpers of the build are not found.')
  const own = given.split(',').map((pair) => pair.trim().split(' as ').reverse().join(':'))
  const names = taken[1].replaceAll(' as ', ':')
  return code.replace(taken[0], () => `const{${names}}=(()=>{${body}return{${own}}})();`)
}

/**
 * What describes calls and shapes has no effect but its result;
 * pages that only need a constant beside them leave them out.
 */
export const treeshake = {
  manualPureFunctions: [
    'z',
    'publicEndpoint',
    'stallEndpoint',
    'deskEndpoint',
    'keysOf',
    'dollars',
    'optionalText',
    'requiredText',
    'emailAddress',
  ],
  // Loading one of our own modules does nothing: what is imported and not used stays out.
  moduleSideEffects: [
    { test: /\/(?:contract|web\/(?:api|desk|shop|stall|ui))\/.*\.tsx?$/, sideEffects: false },
  ],
}

/**
 * What starts the page, small, with what fetches code; then one chunk for the first page with everything it imports.
 */
const start = { name: 'start', test: /\/start\.ts$|preload-helper/, priority: 3 }
const first = { name: 'first', test: /\/entry-client\.tsx$/, priority: 1 }
/** What a page fetches in its first idle moment, with what of it others need later: one request. */
const idle = { name: 'idle', test: /\/(?:live|chat-widget)\.tsx?$/ }
/** What comes with the first sign of a person: all of it or nothing, should the connection go in between. */
const hands = {
  name: 'hands',
  test: /\/(?:cart-in-shop|cart-panel|toast-list|mount-newsletter|helper)\.tsx$/,
}
/** Pages that lead to one another, each small, with the parts they share: one request. */
const pages = { name: 'pages', test: /\/(?:product-page|content-page|not-found-page)\.tsx$/ }

const client = {
  outDir: inProject('dist/client'),
  emptyOutDir: true,
  manifest: true,
  rolldownOptions: {
    treeshake,
    input: [inProject('web/shop.html'), inProject('web/desk.html')],
    output: { codeSplitting: { groups: [start, first, idle, pages, hands] } },
  },
}

const server = {
  outDir: inProject('dist/server'),
  emptyOutDir: true,
  copyPublicDir: false,
  rolldownOptions: {
    treeshake,
    input: inProject('web/entry-server.tsx'),
    output: { entryFileNames: 'entry-server.js' },
  },
}

export default defineConfig(({ isSsrBuild, command }) => ({
  root: inProject('web'),
  appType: 'custom',
  // React has had this hook of its own since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [withReact(), tailwindcss(), fontsFirst, lateCode, withoutSummaries, helpersWithin],
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    ...(isSsrBuild ? server : client),
  },
}))
