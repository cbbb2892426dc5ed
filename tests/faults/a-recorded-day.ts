import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { aForm, aPhoto } from '../a-picture.ts'
import { signIn } from '../a-shop.ts'
import { aDataFolder, aRunningShop } from '../e2e/a-running-shop.ts'
import { aCrowd, aShopToKill } from './a-crowd.ts'
import { aFarShop } from './a-far-shop.ts'
import { type DiskEvent, readDiskLog } from './disk-log.ts'
import { untilWritten, writtenDown } from './strace.ts'

export type RecordedDay = {
  dataDir: string
  /** The files before; a path that ends with a slash is a folder. */
  start: Map<string, Buffer>
  events: DiskEvent[]
  /** The stock at the start, by product; null if unknown. */
  stock: number[] | null
}

/** Server variables, and what strace makes fail. */
type Wishes = { env?: Record<string, string>; trouble?: string[] }

export async function aRecordedDay(
  orders: number,
  { env = {}, trouble = [] }: Wishes = {},
): Promise<RecordedDay> {
  const { where, config } = await aShopToKill(env)
  const crowd = await aCrowd(config, () => shop.url)
  const { dataDir } = config
  const start = filesIn(dataDir)
  const log = join(await aDataFolder(), 'calls')
  const shop = await aRunningShop(where, writtenDown(log, trouble))
  crowd.letIn()
  const day = { isOver: false }
  const pictures = uploadAllDay(shop.url, day)
  await crowd.buys(orders, 180_000)
  day.isOver = true
  await shop.stop('SIGKILL')
  await Promise.all([crowd.giveUp(), pictures])
  await untilWritten(log, shop.process.pid)
  return {
    dataDir,
    start,
    events: await readDiskLog(log, dataDir),
    stock: crowd.products.map(({ stock }) => stock),
  }
}

export async function aRecordedFirstStart(): Promise<RecordedDay> {
  const dataDir = await aDataFolder()
  const log = join(await aDataFolder(), 'calls')
  const shop = await aRunningShop({ DATA_DIR: dataDir }, writtenDown(log))
  await shop.stop('SIGKILL')
  await untilWritten(log, shop.process.pid)
  return { dataDir, start: new Map(), events: await readDiskLog(log, dataDir), stock: null }
}

export function filesIn(folder: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) found.set(`${path}/`, Buffer.alloc(0))
    else found.set(path, readFileSync(path))
  }
  return found
}

async function uploadAllDay(url: string, day: { isOver: boolean }): Promise<void> {
  const headers = { cookie: await signIn(aFarShop(() => url)) }
  const photo = await aPhoto({ width: 640, height: 480 })
  while (!day.isOver) {
    const upload = { method: 'POST', headers, body: aForm(photo) }
    await fetch(`${url}/api/upload`, upload).catch(() => undefined)
  }
}
