import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { syncFolder } from '#server/files/private-files.ts'
import { clearRequest, requestedFile, restoreFolder } from '#server/files/restore-request.ts'
import { listBackups } from './backup-folder.ts'
import { BackupError } from './backup-format.ts'
import { requireRoom } from './restore-stage.ts'

export type RestoreConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'pictureBucket' | 'backup'>

export type RestoreChoice = { name?: string | undefined; passphrase?: string | undefined }

export type ChosenFile = { name: string; bytes: number }

/** From the list or an upload. @throws Refusal */
export async function chooseFile(
  upload: Upload | null,
  place: RestoreConfig,
  { name }: RestoreChoice,
): Promise<ChosenFile> {
  if (name !== undefined) return copyFromList(place, name)
  if (!upload || upload.received < upload.bytes)
    throw new Refusal('invalid', 'The file has not arrived completely. Please choose it again.')
  return { name: upload.name, bytes: upload.bytes }
}

/** Copied, since the nightly cleanup may remove the original before the next start. */
async function copyFromList(
  { dataDir, backup: { folder } }: RestoreConfig,
  name: string,
): Promise<ChosenFile> {
  const found = (await listBackups(folder)).find((backup) => backup.name === name)
  if (!found) throw new Refusal('not-found', 'There is no such backup.')
  const [source, copy] = [join(folder, found.name), requestedFile(dataDir)]
  await emptyFolder(dataDir)
  // A hard link takes no space on the same disk.
  await link(source, copy).catch(async () => {
    await requireSpace(dataDir, found.bytes)
    await copyFile(source, copy, constants.COPYFILE_FICLONE)
  })
  return { name: found.name, bytes: (await stat(copy)).size }
}

export type Upload = { id: string; name: string; bytes: number; received: number }

/** Makes room for one file, replacing any earlier one. @throws Refusal when the disk has no room */
export async function beginUpload(
  dataDir: string,
  { name, bytes }: { name: string; bytes: number },
): Promise<Upload> {
  await requireSpace(dataDir, bytes)
  await emptyFolder(dataDir)
  await writeFile(requestedFile(dataDir), '', { mode: 0o600 })
  return { id: randomUUID(), name, bytes, received: 0 }
}

async function emptyFolder(dataDir: string): Promise<void> {
  clearRequest(dataDir)
  await mkdir(restoreFolder(dataDir), { recursive: true, mode: 0o700 })
}

async function requireSpace(dataDir: string, bytes: number): Promise<void> {
  await requireRoom(dataDir, bytes).catch((error: unknown) => {
    if (error instanceof BackupError) throw new Refusal('restore-impossible', error.message)
    throw error
  })
}

/** Repeating a piece whose answer was lost changes nothing. @throws Refusal 'invalid' */
export async function addPiece(
  dataDir: string,
  upload: Upload,
  { offset, bytes }: { offset: number; bytes: Buffer },
): Promise<void> {
  if (offset + bytes.length <= upload.received) return
  if (offset !== upload.received || offset + bytes.length > upload.bytes || bytes.length === 0)
    throw invalidField('offset', 'The file did not arrive in order. Please choose it again.')
  const handle = await open(requestedFile(dataDir), 'r+')
  try {
    await handle.write(bytes, 0, bytes.length, offset)
    if (offset + bytes.length === upload.bytes) await handle.sync()
  } finally {
    await handle.close()
  }
  upload.received += bytes.length
  if (upload.received === upload.bytes) syncFolder(restoreFolder(dataDir))
}
