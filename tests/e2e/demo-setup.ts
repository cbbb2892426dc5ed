import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { masterName, type PictureVariant, variantFile } from '#contract/products/pictures.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { readConfig } from '#server/config/config.ts'
import { setIfAbsent } from '#server/core/key-value.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts'
import { hashPassword } from '#server/features/admin/passwords.ts'
import { pictureFinder } from '#server/features/uploads/pictures.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import { openImageStore } from '#server/outside/open-image-store.ts'
import { CHEAP } from '../cheap-password.ts'
import { quickPlace } from '../quick-place.ts'
import { PASSWORD } from './a-running-shop.ts'

const SHOWN: readonly PictureVariant[] = [
  { width: 160, format: 'avif' },
  { width: 280, format: 'avif' },
]

/** Wednesday, January 7, 1970, at noon in Denver. */
const A_WEDNESDAY = 6 * DAY + 19 * HOUR

/**
 * How far the next Wednesday noon is, in milliseconds. The browser's tests live there: on a
 * Saturday there is a market or none, by the hour, and each page says so. Never the last one:
 * Playwright reckons the end of a cookie by this clock, and the browser by its own.
 */
function toWednesday(now: number): number {
  return Math.ceil((now - A_WEDNESDAY) / (7 * DAY)) * 7 * DAY + A_WEDNESDAY - now
}

/**
 * Fills one demo shop for the run, which each test copies: its pictures are drawn and resized once
 * (else a shop visit costs a third of a second), and its password hash is cheap.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(quickPlace(), 'farmstand-demo-'))
  const clockShift = toWednesday(Date.now())
  const now = new Date(Date.now() + clockShift)
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null }, now)
  const pictures = await openImageStore(readConfig({ DATA_DIR: folder }), 'demo')
  await fillDemoShop(db, pictures, now)
  await makeSmaller(pictures)
  await setIfAbsent(db, 'environment_password_hash', await hashPassword(PASSWORD, CHEAP))
  await setIfAbsent(db, 'environment_password_verdict', 'fine')
  await close()
  project.provide('demoFolder', folder)
  project.provide('clockShift', clockShift)
  return () => rm(folder, { recursive: true, force: true })
}

async function makeSmaller(pictures: ImageStore): Promise<void> {
  const find = pictureFinder(pictures, (what, error) => {
    throw new Error(what, { cause: error })
  })
  const names = (await pictures.list()).flatMap(({ file }) => masterName(file) ?? [])
  await Promise.all(
    names.flatMap((name) => SHOWN.map((variant) => find(variantFile(name, variant)))),
  )
}
