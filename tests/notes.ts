import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/write.ts'

/** In bytes: a WAL file's header, each frame's header, and where a frame says it ends a commit. */
const WAL = { header: 32, pageSizeAt: 8, frame: 24, commitAt: 4 }

export function storeNote(tx: Db, key: string, value = 'x') {
  return sql`insert into shop_memory (key, value) values (${key}, ${value})`.execute(tx)
}

export function commitsIn(dataDir: string): number {
  const bytes = readFileSync(join(dataDir, 'shop.db-wal'))
  const step = WAL.frame + bytes.readUInt32BE(WAL.pageSizeAt)
  let commits = 0
  for (let at = WAL.header; at < bytes.length; at += step)
    if (bytes.readUInt32BE(at + WAL.commitAt) > 0) commits++
  return commits
}
