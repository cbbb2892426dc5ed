import { randomUUID } from 'node:crypto'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { Refusal } from '#server/core/refusal.ts'
import { syncFolder } from '#server/files/durable-files.ts'
import { clearRequest, requestedFile, restoreFolder } from '#server/files/restore-request.ts'
import { BackupError } from './backup-format.ts'
import { requireRoom } from './restore-stage.ts'

export type Upload = { id: string; name: string; bytes: number; received: number }

/**
 * Makes room for one file, replacing any earlier upload.
 * @throws Refusal when the disk has no room
 */
export async function beginUpload(
  dataDir: string,
  { name, bytes }: { name: string; bytes: number },
): Promise<Upload> {
  await requireSpace(dataDir, bytes)
  await emptyFolder(dataDir)
  await writeFile(requestedFile(dataDir), '', { mode: 0o600 })
  return { id: randomUUID(), name, bytes, received: 0 }
}

export async function emptyFolder(dataDir: string): Promise<void> {
  clearRequest(dataDir)
  await mkdir(restoreFolder(dataDir), { recursive: true, mode: 0o700 })
}

export async function requireSpace(dataDir: string, bytes: number): Promise<void> {
  await requireRoom(dataDir, bytes).catch((error: unknown) => {
    if (error instanceof BackupError) throw new Refusal('restore-impossible', error.message)
    throw error
  })
}

/**
 * Appends a piece. A piece sent again because its answer was lost changes nothing.
 * @throws Refusal 'invalid'
 */
export async function addPiece(
  dataDir: string,
  upload: Upload,
  { offset, bytes }: { offset: number; bytes: Buffer },
): Promise<void> {
  if (offset + bytes.length <= upload.received) return
  if (offset !== upload.received || offset + bytes.length > upload.bytes || bytes.length === 0)
    throw new Refusal('invalid', 'The file did not arrive in order. Please choose it again.', {
      field: 'offset',
    })
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
