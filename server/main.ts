import { resolve } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { NewerSchemaError } from './db/migrate.ts'
import { ShopAlreadyOpenError } from './db/open-database.ts'
import { builtPages, type Pages } from './http/render-page.ts'
import { type OpenShop, openShop } from './open-shop.ts'

/** A stop waits this long for what is in flight, in milliseconds. */
const LONGEST_STOP = 10_000

const DIST = resolve(import.meta.dirname, '../dist')

try {
  await start()
} catch (error) {
  if (!isForTheOwner(error)) throw error
  console.error(`\nFarmstand cannot start:\n${error.message}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig()
  const opened = await openShop(config, await pagesFor(process.argv.includes('--dev')))
  await opened.app.listen({ port: config.port, host: config.host })
  stopOnSignals(opened)
  greet(opened, config.publicUrl)
}

async function pagesFor(dev: boolean): Promise<Pages> {
  if (dev) return (await import('./dev-pages.ts')).devPages()
  return { renderPage: await builtPages(DIST), client: resolve(DIST, 'client') }
}

/** Mistakes of configuration are told in words, without a stack. */
function isForTheOwner(error: unknown): error is Error {
  if (error instanceof ConfigError || error instanceof NewerSchemaError || error instanceof ShopAlreadyOpenError)
    return true
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}

function greet({ app, madePassword }: OpenShop, publicUrl: string | null): void {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : address
  const open = `Farmstand is open: ${publicUrl ?? `http://localhost:${port}`}`
  const password = `The desk is at /admin. Its password, shown this once: ${madePassword}\n(Set ADMIN_PASSWORD to choose your own.)`
  console.log(`\n${madePassword ? `${open}\n${password}` : open}\n`)
}

function stopOnSignals(opened: OpenShop): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), LONGEST_STOP).unref()
    await opened.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
