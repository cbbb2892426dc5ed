import cluster from 'node:cluster'
import { readConfig } from './config/config.ts'
import { messageAtStart } from './core/owner-messages.ts'
import { makePrivate } from './files/private-files.ts'
import { openWorkers } from './workers.ts'

try {
  await start()
} catch (error) {
  const message = messageAtStart(error)
  if (message === null) throw error
  console.error(`\nFarmstand cannot start:\n${message}\n`)
  process.exit(1)
}

/** With several processes, the first only hands out connections and doesn't load the shop. */
async function start(): Promise<void> {
  makePrivate()
  const config = readConfig()
  if (config.workers > 1 && cluster.isPrimary)
    return openWorkers(config.workers, config.metricsPort)
  const { serveShop } = await import('./serve-shop.ts')
  await serveShop(config)
}
