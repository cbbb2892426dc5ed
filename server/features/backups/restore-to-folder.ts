import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder, openToFill } from '#server/db/open-database.ts'
import { type Db, write } from '#server/db/write.ts'
import { syncFolder } from '#server/files/durable-files.ts'
import { finishRestore, switchDatabase } from '#server/files/finish-restore.ts'
import { closeDataFolder } from '#server/files/private-files.ts'
import { clearRequest, requestedFile } from '#server/files/restore-request.ts'
import { imageStoreOf } from '#server/outside/open-image-store.ts'
import type { Piece } from './backup-format.ts'
import { type EmptyShop, type Filled, fillShop } from './fill-shop.ts'
import { formerShopIn, replaceFormer } from './former-shop.ts'
import { readBackup } from './read-backup.ts'
import {
  freshStage,
  type Restored,
  type RestoreRequest,
  requireRoom,
  stagePictures,
  undoFolder,
} from './restore-stage.ts'

export async function restoreToFolder(request: RestoreRequest): Promise<Restored> {
  closeDataFolder(request.dataDir)
  const unlock = lockFolder(request.dataDir)
  try {
    finishRestore(request.dataDir, request.now)
    const restored = await restoreLocked(request)
    closeDataFolder(request.dataDir)
    return restored
  } finally {
    unlock()
  }
}

async function restoreLocked(request: RestoreRequest): Promise<Restored> {
  const { dataDir, now } = request
  const staged = await freshStage(dataDir)
  try {
    const pictures = await stagePictures(staged)
    const { shopId, ...built } = await buildInFolder(request, staged, pictures.stage)
    const hadShop = existsSync(join(dataDir, 'shop.db'))
    const undo = undoFolder(dataDir, now)
    const store = await imageStoreOf(request, shopId)
    await pictures.putInPlace(store, undo)
    // Restoring another file by command cancels the desk's request.
    if (request.file !== requestedFile(dataDir)) clearRequest(dataDir)
    switchDatabase(dataDir, staged, undo, now)
    const how = [
      'Stop the shop.',
      `In ${dataDir}, move away shop.db (and shop.db-wal and shop.db-shm, if there are any).`,
      `Move shop.db (and its -wal and -shm) from ${undo} to ${dataDir},`,
      `and copy ${join(undo, 'uploads')}/* into ${store.location}.`,
    ]
    return { ...built, pictures: pictures.count(), undo: hadShop ? { place: undo, how } : null }
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    throw error
  }
}

async function buildInFolder(
  request: RestoreRequest,
  staged: string,
  storePicture: EmptyShop['storePicture'],
) {
  const { dataDir, now } = request
  const former = await formerShopIn(join(dataDir, 'shop.db'), now)
  const built = await fillFolder(request, { staged, storePicture }, async (db, filled) => {
    const own = await write(db, (tx) => replaceFormer(tx, 'sqlite', { ...request, former }))
    return { ...filled, ...own }
  })
  syncFolder(join(staged, 'shop.db'))
  return built
}

type Filling = Pick<RestoreRequest, 'file' | 'passphrase' | 'dataDir' | 'now' | 'onProgress'>
type Stage = {
  staged: string
  storePicture: EmptyShop['storePicture']
  onRows?: (rows: number) => void
}

/**
 * Builds and fully checks the backup's shop in its own folder before passing it to `use`.
 * @throws BackupError
 */
export async function fillFolder<Result>(
  { file, passphrase, dataDir, now, onProgress }: Filling,
  { staged, storePicture, onRows }: Stage,
  use: (db: Db, filled: Filled) => Promise<Result>,
): Promise<Result> {
  const { db, close } = openToFill(join(staged, 'shop.db'))
  try {
    const filling = fillShop(
      { engine: 'sqlite', step: (work) => write(db, work), storePicture },
      now,
    )
    const take = async (piece: Piece) => {
      if (piece.kind === 'about') await requireRoom(dataDir, piece.about.roomNeeded)
      await filling.take(piece)
      if (piece.kind === 'rows') onRows?.(piece.rows)
    }
    await readBackup(file, passphrase, take, onProgress)
    return await use(db, await filling.finish())
  } finally {
    await close()
  }
}
