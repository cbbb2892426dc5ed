import { constants } from 'node:fs'
import { copyFile, link, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requestedFile } from '#server/files/restore-request.ts'
import { listBackups } from './backup-folder.ts'
import { emptyFolder, requireSpace, type Upload } from './upload-backup.ts'

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
