import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { masterFile, pictureName } from '#contract/products/pictures.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Db } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { quickPlace } from '../quick-place.ts'
import { aDisk, type Random } from './a-disk.ts'
import { filesIn, type RecordedDay } from './a-recorded-day.ts'
import { unsold } from './judge-crowd.ts'

type Promised = { orders: number[]; pictures: string[] }

export type Found = {
  /** Answered orders and pictures that are gone, over all cuts. */
  lost: number
  answered: number
  wrong: string[]
}

/**
 * Cuts the power at random moments of a day, as often after an answer as elsewhere, and checks
 * what's left on the disk.
 */
export async function cutAndLook(
  day: RecordedDay,
  cuts: number,
  random: Random = Math.random,
): Promise<Found> {
  const moments = momentsOf(day, cuts, random)
  const stored = filesIn(day.dataDir)
  const disk = aDisk(day.dataDir, day.start, random)
  const [promised, found]: [Promised, Found] = [
    { orders: [], pictures: [] },
    { lost: 0, answered: 0, wrong: [] },
  ]
  for (const [at, event] of day.events.entries()) {
    if (event.did === 'answer') note(event.text, promised)
    disk.do(event)
    for (let times = moments.filter((moment) => moment === at).length; times > 0; times--)
      await look(day, { files: disk.afterCut(), stored }, promised, found)
  }
  found.answered = promised.orders.length + promised.pictures.length
  return found
}

function momentsOf({ events }: RecordedDay, cuts: number, random: Random): number[] {
  const answers = events.flatMap((event, at) =>
    event.did === 'answer' && isYes(event.text) ? [at] : [],
  )
  const anywhere = () => Math.floor(random() * events.length)
  const answered = () => answers[Math.floor(random() * answers.length)] ?? anywhere()
  return Array.from({ length: cuts }, (_, cut) => (cut % 2 === 0 ? answered() : anywhere()))
}

const isYes = (answer: string) => answer.startsWith('HTTP/1.1 201')

function note(answer: string, promised: Promised): void {
  if (!isYes(answer)) return
  const { id, receiptUrl, imageUrl } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
  if (receiptUrl) promised.orders.push(id)
  if (imageUrl) promised.pictures.push(imageUrl)
}

type Disks = {
  files: Map<string, Buffer>
  /** The disk as it would be with power. */
  stored: Map<string, Buffer>
}

async function look(
  day: RecordedDay,
  { files, stored }: Disks,
  promised: Promised,
  found: Found,
): Promise<void> {
  const folder = mkdtempSync(join(quickPlace(), 'farmstand-cut-'))
  try {
    // A folder comes before its files. Sorted by name alone: sorting pairs would turn all their
    // bytes into text.
    for (const path of [...files.keys()].sort()) {
      const bytes = files.get(path) ?? Buffer.alloc(0)
      const place = join(folder, path.slice(day.dataDir.length))
      if (path.endsWith('/')) mkdirSync(place, { recursive: true })
      else writeFileSync(place, bytes)
    }
    found.wrong.push(...brokenFile(join(folder, 'shop.db')))
    const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null }, new Date())
    const has = new Set((await db.selectFrom('orders').select('id').execute()).map(({ id }) => id))
    found.lost += promised.orders.filter((id) => !has.has(id)).length
    found.lost += lostPictures(day, { files, stored }, promised).length
    found.wrong.push(...(await wrongBooks(db, day)), ...(await missingPictures(db, day, files)))
    await close()
  } catch (error) {
    found.wrong.push(String(error))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function brokenFile(file: string): string[] {
  const database = new DatabaseSync(file)
  const said = database
    .prepare('pragma integrity_check')
    .all()
    .map(({ integrity_check }) => String(integrity_check))
  database.close()
  return said.filter((text) => text !== 'ok')
}

async function wrongBooks(db: Db, { stock }: RecordedDay): Promise<string[]> {
  const books = (await checkBooks(db)).map(({ message: text }) => text)
  const sold = await unsold(db)
  return stock && String(sold) !== String(stock)
    ? [...books, `of ${stock} there are ${sold}`]
    : books
}

function lostPictures(
  { dataDir }: RecordedDay,
  { files, stored }: Disks,
  { pictures }: Promised,
): string[] {
  return pictures.filter((url) => {
    const path = join(dataDir, url)
    return !files.get(path)?.equals(stored.get(path) ?? Buffer.alloc(0))
  })
}

async function missingPictures(
  db: Db,
  { dataDir }: RecordedDay,
  files: Map<string, Buffer>,
): Promise<string[]> {
  const shown = await db.selectFrom('products').select('image_url').execute()
  return shown.flatMap(({ image_url }) => {
    const name = image_url && pictureName(image_url)
    return name && !files.has(join(dataDir, 'uploads', masterFile(name)))
      ? [`no picture ${image_url}`]
      : []
  })
}
