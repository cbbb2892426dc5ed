import { dirname } from 'node:path'
import type { DiskEvent } from './disk-log.ts'

/** From 0 up to 1, like `Math.random`. */
export type Random = () => number

type Bytes = { room: Buffer; length: number }
type Change = { bytes: Buffer; offset: number } | { size: number }
type Waiting<T> = { what: T; at: number }
/** `synced` is safe; `waiting` was done since. */
type Body = { synced: Bytes; waiting: Waiting<Change>[]; length: number }
type Names = Map<string, Body>
type Naming = (names: Names) => void

/**
 * What every process sees, and what's safe: names, bytes, and each folder's name changes that
 * aren't.
 */
type Disk = {
  root: string
  seen: Names
  safe: Names
  namings: Map<string, Waiting<Naming>[]>
  at: number
  random: Random
}

/** A disk writes whole sectors, those of one write in any order. */
const SECTOR = 512

/**
 * A disk that keeps its word and no more: synced data stays; of the rest some writes arrive, some
 * in part, some never. File names are as safe as their folder's last sync; later ones arrive in
 * order, up to any one. A failed sync says nothing: its data may be there or not, and no later sync
 * writes it again.
 */
export function aDisk(root: string, start: Map<string, Buffer>, random: Random) {
  const disk: Disk = { root, seen: new Map(), safe: new Map(), namings: new Map(), at: 0, random }
  for (const [path, bytes] of start) {
    const body: Body = {
      synced: { room: bytes, length: bytes.length },
      waiting: [],
      length: bytes.length,
    }
    disk.seen.set(path, body)
    disk.safe.set(path, body)
  }
  return {
    do(event: DiskEvent): void {
      happen(disk, event)
      disk.at++
    },
    afterCut: () => survivors(disk),
  }
}

function happen(disk: Disk, event: DiskEvent): void {
  if (event.did === 'answer') return
  const { path } = event
  if (event.did === 'write') {
    const body = bodyAt(disk, path)
    change(disk, body, { bytes: event.bytes, offset: event.offset ?? body.length })
  }
  if (event.did === 'truncate') change(disk, bodyAt(disk, path), { size: event.size })
  if (event.did === 'sync') sync(disk, path, event.since)
  if (event.did === 'fail to sync') forget(disk, path)
  if (event.did === 'make folder') bodyAt(disk, `${path}/`)
  if (event.did === 'remove') rename(disk, path, (names) => names.delete(path))
  if (event.did === 'rename' && disk.seen.has(`${event.from}/`)) {
    rename(disk, path, (names) => moveFolder(names, event.from, path))
  } else if (event.did === 'rename') {
    const body = bodyAt(disk, event.from)
    rename(disk, path, (names) => names.delete(event.from) && names.set(path, body))
  }
}

function moveFolder(names: Names, from: string, to: string): void {
  for (const [name, body] of [...names]) {
    if (!name.startsWith(`${from}/`)) continue
    names.delete(name)
    names.set(to + name.slice(from.length), body)
  }
}

function rename(disk: Disk, path: string, what: Naming): void {
  what(disk.seen)
  const folder = dirname(path)
  disk.namings.set(folder, [...(disk.namings.get(folder) ?? []), { what, at: disk.at }])
}

function bodyAt(disk: Disk, path: string): Body {
  const known = disk.seen.get(path)
  if (known) return known
  const body: Body = { synced: { room: Buffer.alloc(0), length: 0 }, waiting: [], length: 0 }
  rename(disk, path, (names) => names.set(path, body))
  return body
}

function change(disk: Disk, body: Body, what: Change): void {
  body.length = 'size' in what ? what.size : Math.max(body.length, what.offset + what.bytes.length)
  body.waiting.push({ what, at: disk.at })
}

function sync(disk: Disk, path: string, since: number): void {
  const body = disk.seen.get(path)
  if (body) {
    for (const { what, at } of body.waiting) if (at < since) put(body.synced, what)
    body.waiting = body.waiting.filter(({ at }) => at >= since)
  }
  const namings = disk.namings.get(path) ?? []
  for (const { what, at } of namings) if (at < since) what(disk.safe)
  disk.namings.set(
    path,
    namings.filter(({ at }) => at >= since),
  )
}

function forget(disk: Disk, path: string): void {
  const body = disk.seen.get(path)
  for (const { what } of body?.waiting ?? [])
    if (body && disk.random() < 0.5) put(body.synced, what)
  if (body) body.waiting = []
}

function survivors({ root, safe, namings, random }: Disk): Map<string, Buffer> {
  const names = new Map(safe)
  for (const waiting of namings.values()) {
    for (const { what } of waiting.slice(0, Math.floor(random() * (waiting.length + 1))))
      what(names)
  }
  // From a disk that wrote nearly all to one that wrote nearly nothing.
  const luck = random()
  const found = new Map<string, Buffer>()
  for (const [path, { synced, waiting }] of names) {
    if (dirname(path) !== root && !names.has(`${dirname(path)}/`)) continue
    const bytes = {
      room: Buffer.from(synced.room.subarray(0, synced.length)),
      length: synced.length,
    }
    for (const { what } of waiting) {
      if (random() < luck) for (const arrived of torn(what, random)) put(bytes, arrived)
    }
    found.set(path, bytes.room.subarray(0, bytes.length))
  }
  return found
}

function put(bytes: Bytes, what: Change): void {
  const length =
    'size' in what ? what.size : Math.max(bytes.length, what.offset + what.bytes.length)
  if (length > bytes.room.length) {
    const more = Buffer.alloc(2 * length)
    bytes.room.copy(more, 0, 0, bytes.length)
    bytes.room = more
  }
  // A gap between two ends is empty, whatever was there before.
  bytes.room.fill(0, Math.min(bytes.length, length), Math.max(bytes.length, length))
  bytes.length = length
  if ('bytes' in what) what.bytes.copy(bytes.room, what.offset)
}

function torn(what: Change, random: Random): Change[] {
  if ('size' in what || random() < 0.8) return [what]
  const sectors: Change[] = []
  for (let from = 0; from < what.bytes.length; ) {
    const until = Math.min(
      what.bytes.length,
      SECTOR * Math.ceil((what.offset + from + 1) / SECTOR) - what.offset,
    )
    if (random() < 0.5)
      sectors.push({ bytes: what.bytes.subarray(from, until), offset: what.offset + from })
    from = until
  }
  return sectors
}
