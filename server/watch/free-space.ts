import { statfs } from 'node:fs/promises'

const MEGABYTE = 1_000_000

/** Below this the owner is warned, in bytes. */
const LITTLE = 500 * MEGABYTE

/** Below this an embedded database may fail with the next order, in bytes. */
const TOO_LITTLE = 50 * MEGABYTE

export type Space = 'enough' | 'little' | 'too-little'

/** How many bytes the shop may still write in its data folder. @throws when the folder is gone */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export function spaceOf(bytes: number): Space {
  if (bytes < TOO_LITTLE) return 'too-little'
  return bytes < LITTLE ? 'little' : 'enough'
}

export async function scarceMegabytes(measure: () => Promise<number>): Promise<number | null> {
  const bytes = await measure().catch(() => null)
  return bytes === null || spaceOf(bytes) === 'enough' ? null : Math.floor(bytes / MEGABYTE)
}
