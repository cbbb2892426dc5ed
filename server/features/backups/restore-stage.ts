import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageStore } from '#server/outside/image-store.ts'
import { listMasters } from '#server/outside/open-image-store.ts'
import { BackupError } from './backup-format.ts'
import type { Filled } from './fill-shop.ts'
import type { ShopLocation } from './write-backup.ts'

/** `takeOver`: the original shop is gone for good; this one takes its ID at the card provider. */
export type RestoreRequest = ShopLocation & {
  file: string
  passphrase: string | null
  takeOver: boolean
  now: Date
  /** Bytes of the file loaded so far; indexes and checks come after the last one. */
  onProgress?: (done: number, total: number) => void
  /** Also holds lists of erased customers, if the file was copied from this folder. */
  backupFolder?: string
}

export type Restored = Filled & {
  pictures: number
  hasNewId: boolean
  passkeys: number
  erasedAgain: number
  nextOrder: number
  /** Where the former shop is and how to get it back; null when there was none. */
  undo: { place: string; how: string[] } | null
}

export function undoFolder(dataDir: string, now: Date): string {
  return join(dataDir, `before-restore-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`)
}

export async function freshStage(dataDir: string): Promise<string> {
  for (const name of await readdir(dataDir))
    if (/^restoring-/.test(name)) await rm(join(dataDir, name), { recursive: true, force: true })
  const staged = join(dataDir, `restoring-${process.pid}`)
  await mkdir(staged, { mode: 0o700 })
  return staged
}

export type StagedPictures = Awaited<ReturnType<typeof stagePictures>>

/**
 * Stages pictures; `putInPlace` adds them once everything is checked. Existing ones stay, since a
 * name never means two pictures, and are also kept in the undo folder so that cleanup of unused
 * ones can't lose them.
 */
export async function stagePictures(staged: string) {
  const aside = join(staged, 'pictures')
  const present = new Set<string>()
  await mkdir(aside, { recursive: true })
  return {
    async stage(file: string, bytes: Buffer): Promise<void> {
      await writeFile(join(aside, file), bytes)
      present.add(file)
    },
    count: () => present.size,
    async putInPlace(store: ImageStore, undo: string): Promise<void> {
      await store.tryOut()
      await recordPresent(store, join(undo, 'uploads'))
      for (const file of await readdir(aside))
        await store.put(file, await readFile(join(aside, file)))
    },
  }
}

async function recordPresent(store: ImageStore, undo: string): Promise<void> {
  const masters = await listMasters(store)
  if (masters.length > 0) await mkdir(undo, { recursive: true, mode: 0o700 })
  for (const file of masters) await store.copyTo(file, join(undo, file))
}

const SPARE = 1.2

/** @throws BackupError when a disk has no room for a database of so many bytes */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const [needed, free] = [bytes * SPARE, bavail * bsize]
  if (free < needed)
    throw new BackupError(
      `There is not enough space in ${folder}: ${inMegabytes(needed)} needed, ${inMegabytes(free)} free. Nothing was changed.`,
    )
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MB`
}
