import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/**
 * One PostgreSQL for the whole run; each test makes its own database in it. No fsync, since no test
 * here pulls the plug.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ fsync: false })
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
