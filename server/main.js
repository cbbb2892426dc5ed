import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// Node keeps what it made of the sources beside the built pages: the next start is quicker and holds less memory. Where the
// folder cannot be written, nothing is kept. It counts for what is loaded from here on, hence the import below; and with all
// of it kept, Node does without its compiler for TypeScript, 17 MB of memory, hence plain JavaScript here.
enableCompileCache(resolve(import.meta.dirname, '../dist/compiled'))
await import('./run-shop.ts')
