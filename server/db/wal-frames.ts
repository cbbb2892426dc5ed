import { readSync, writeSync } from 'node:fs'

/** The WAL's header, and the header of each of its frames, in bytes. */
const HEADER = 32
const FRAME_HEADER = 24

/** Where both of them hold the salts that are new with each generation of the WAL, and where the page size is. */
const SALTS = 8
const HEADER_SALTS_AT = 16
const FRAME_SALTS_AT = 8
const PAGE_SIZE_AT = 8

/** So many frames of the generation that this header begins. */
export type WalPosition = { header: Buffer; frames: number }

export const NOWHERE: WalPosition = { header: Buffer.alloc(HEADER), frames: 0 }

export function readHeader(handle: number): Buffer {
  const header = Buffer.alloc(HEADER)
  readSync(handle, header, 0, HEADER, 0)
  return header
}

/**
 * All frames of this generation that came after what is known to be on the disk. In one go, since SQLite may write to
 * the same file whenever this thread does something else.
 */
export function writeAgain(handle: number, stored: WalPosition): void {
  const header = readHeader(handle)
  const isSame = header.equals(stored.header)
  if (!isSame) writeSync(handle, header, 0, HEADER, 0)
  const frame = Buffer.alloc(FRAME_HEADER + header.readUInt32BE(PAGE_SIZE_AT))
  const salts = header.subarray(HEADER_SALTS_AT, HEADER_SALTS_AT + SALTS)
  for (let at = HEADER + (isSame ? stored.frames : 0) * frame.length; ; at += frame.length) {
    const length = readSync(handle, frame, 0, frame.length, at)
    const own = frame.subarray(FRAME_SALTS_AT, FRAME_SALTS_AT + SALTS)
    if (length < frame.length || !own.equals(salts)) return
    writeSync(handle, frame, 0, frame.length, at)
  }
}
