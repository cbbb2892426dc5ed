import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pendingMigrations } from '#server/db/migrate.ts'
import {
  lockFolder,
  openForCommand,
  openToFill,
  ShopAlreadyOpenError,
} from '#server/db/open-database.ts'
import { noTimeLimits } from '#server/db/postgres-dialect.ts'
import {
  findHome,
  type Home,
  takeAlone,
  takePlace,
  undoStatements,
  workBeside,
} from '#server/db/swap-schema.ts'
import { type Db, write } from '#server/db/write.ts'
import { closeDataFolder, syncFolder } from '#server/files/private-files.ts'
import {
  clearRequest,
  finishRestore,
  requestedFile,
  switchDatabase,
} from '#server/files/restore-request.ts'
import { imageStoreOf } from '#server/outside/open-image-store.ts'
import { BackupError, type Piece } from './backup-format.ts'
import { type EmptyShop, type Filled, fillShop } from './fill-shop.ts'
import { type FormerShop, formerShopIn, readFormerShop, replaceFormer } from './former-shop.ts'
import { readBackup, requireBackup } from './read-backup.ts'
import {
  freshStage,
  type Restored,
  type RestoreRequest,
  requireRoom,
  type StagedPictures,
  stagePictures,
  undoFolder,
} from './restore-stage.ts'

/**
 * Replaces the shop with a backup: built alongside, checked in full, then swapped in at once. A
 * failure before that changes nothing.
 * @throws BackupError, ShopAlreadyOpenError, NewerSchemaError
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  await requireBackup(request.file, request.passphrase)
  return request.databaseUrl
    ? restoreToPostgres(request, request.databaseUrl)
    : restoreToFolder(request)
}

async function restoreToPostgres(request: RestoreRequest, url: string): Promise<Restored> {
  const { dataDir, now } = request
  await mkdir(dataDir, { recursive: true })
  await using database = openForCommand(url)
  const { home, added, uploads, ...filled } = await write(database.db, (tx) =>
    restoreWithin(tx, request),
  )
  const hadShop = home.tables.length > 0
  const statements = undoStatements(home, asideOf(now), added)
  const undo = hadShop ? await explainUndo(undoFolder(dataDir, now), statements, uploads) : null
  return { ...filled, undo }
}

async function restoreWithin(tx: Db, request: RestoreRequest) {
  await noTimeLimits(tx)
  const home = await requirePlace(tx)
  const staged = await freshStage(request.dataDir)
  try {
    const hadShop = home.tables.length > 0
    const former = hadShop ? await readFormerShop(tx, 'postgres', request.now) : null
    await workBeside(tx)
    const built = await buildBeside(tx, request, { former, pictures: await stagePictures(staged) })
    await takePlace(tx, home, asideOf(request.now))
    return { ...built, home }
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}

type RestoreState = { former: FormerShop | null; pictures: StagedPictures }

async function buildBeside(tx: Db, request: RestoreRequest, { former, pictures }: RestoreState) {
  const { file, passphrase, dataDir, now, onProgress } = request
  const filling = fillShop(
    { engine: 'postgres', step: (work) => work(tx), storePicture: pictures.stage },
    now,
  )
  await readBackup(file, passphrase, filling.take, onProgress)
  const filled = await filling.finish()
  const { shopId, ...own } = await replaceFormer(tx, 'postgres', { ...request, former })
  // Before the commit: should it fail, these pictures are removed as unused.
  const store = await imageStoreOf(request, shopId)
  await pictures.putInPlace(store, undoFolder(dataDir, now))
  const added = await findHome(tx)
  return { ...filled, ...own, pictures: pictures.count(), added, uploads: store.location }
}

/** @throws BackupError, ShopAlreadyOpenError */
async function requirePlace(tx: Db): Promise<Home> {
  if (!(await takeAlone(tx)))
    throw new ShopAlreadyOpenError(
      'A Farmstand server is open on this database. Stop it first. Nothing was changed.',
    )
  const home = await findHome(tx)
  if (home.tables.length === 0) return home
  if (!home.tables.includes('schema_migrations'))
    throw new BackupError(
      'This database has tables from another program. Please create one just for the shop.',
    )
  await pendingMigrations(tx)
  return home
}

function asideOf(now: Date): string {
  return `before_restore_${now.toISOString().slice(0, 19).replaceAll(/\D/g, '')}`
}

async function explainUndo(
  place: string,
  statements: string,
  uploads: string,
): Promise<Restored['undo']> {
  await mkdir(place, { recursive: true, mode: 0o700 })
  const file = join(place, 'undo.sql')
  await writeFile(file, statements, { mode: 0o600, flush: true })
  const pictures = `Copy ${join(place, 'uploads')}/* into ${uploads}.`
  return {
    place,
    how: ['Stop the shop.', `psql "$DATABASE_URL" --set ON_ERROR_STOP=1 --file ${file}`, pictures],
  }
}

async function restoreToFolder(request: RestoreRequest): Promise<Restored> {
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

/** Builds and checks the shop in its own folder before `use` gets it. @throws BackupError */
export async function fillFolder<Result>(
  { file, passphrase, dataDir, now, onProgress }: Filling,
  { staged, storePicture, onRows }: Stage,
  use: (db: Db, filled: Filled) => Promise<Result>,
): Promise<Result> {
  await using shop = openToFill(join(staged, 'shop.db'))
  const filling = fillShop(
    { engine: 'sqlite', step: (work) => write(shop.db, work), storePicture },
    now,
  )
  const take = async (piece: Piece) => {
    if (piece.kind === 'about') await requireRoom(dataDir, piece.about.roomNeeded)
    await filling.take(piece)
    if (piece.kind === 'rows') onRows?.(piece.rows)
  }
  await readBackup(file, passphrase, take, onProgress)
  return await use(shop.db, await filling.finish())
}
