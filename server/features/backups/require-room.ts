import { statfs } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'

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
