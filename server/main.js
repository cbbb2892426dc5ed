import './require-node.js'

// What an older Node lacks is asked for only after that.
const { enableCompileCache } = await import('node:module')
const { resolve } = await import('node:path')
const { BUNDLE, isBundleCurrent } = await import('./is-bundle-current.js')

const PROJECT = resolve(import.meta.dirname, '..')

// Node keeps what it made of the sources beside the built pages, or in NODE_COMPILE_CACHE: the next
// start is quicker and holds less memory. Where the folder cannot be written, nothing is kept. It
// counts for what is loaded from here on, hence the import below; and with all of it kept, Node
// does without its compiler for TypeScript, 17 MB of memory, hence plain JavaScript here.
enableCompileCache(resolve(PROJECT, 'dist/compiled'))
const isBuilt = !process.argv.includes('--dev') && isBundleCurrent(PROJECT)
await import(isBuilt ? resolve(PROJECT, BUNDLE) : './run-shop.ts')
