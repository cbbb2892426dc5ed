import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readConfig } from '#server/config/config.ts'
import { setIfAbsent } from '#server/core/key-value.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts'
import { hashPassword } from '#server/features/admin/passwords.ts'
import { openImageStore } from '#server/outside/open-image-store.ts'
import { CHEAP } from '../cheap-password.ts'
import { quickPlace } from '../quick-place.ts'
import { PASSWORD } from './a-running-shop.ts'

/** Fills one demo shop for the whole run, whose folder each test copies: its pictures are drawn once, and its password's hash is cheap. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(quickPlace(), 'farmstand-demo-'))
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null }, new Date())
  await fillDemoShop(db, await openImageStore(readConfig({ DATA_DIR: folder }), 'demo'), new Date())
  await setIfAbsent(db, 'environment_password_hash', await hashPassword(PASSWORD, CHEAP))
  await setIfAbsent(db, 'environment_password_verdict', 'fine')
  await close()
  project.provide('demoFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
