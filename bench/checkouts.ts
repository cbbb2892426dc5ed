import type { Product } from '#contract/products/products.ts'
import { MAX_UNITS } from '#contract/products/unit-counts.ts'
import { type Checkout, checkOut } from './a-checkout.ts'
import { type Ask, asker } from './ask.ts'
import { listProducts, setStock, signIn } from './desk-of.ts'
import { median, percentile } from './numbers.ts'
import { cpuSeconds } from './processes.ts'
import type { Size } from './size.ts'
import type { Subject } from './subjects.ts'

/** Lines per order. */
const LINES = 2

const RUSH = { stock: 50, tries: 100, buyers: 32 }

const BUYERS = [1, 8, 32]

/** How many products are bought in a shop with thousands. */
const SOLD = 50

type Stint = { buyers: number; checkouts: Checkout[]; seconds: number; cpuSeconds: number }
type Selling = { subject: Subject; ask: Ask; cookie: string; products: Product[]; stints: Stint[] }

/** Medians of the rounds; `failed` counts all of them. */
export type Speed = {
  shop: string
  buyers: number
  perSecond: number
  p50: number
  p99: number
  /** CPU ms of the shop per checkout. */
  cpuMs: number
  failed: number
}

/** `astray`: units by which stock and orders differ in the end. */
export type Rush = { shop: string; placed: number; refused: number; other: number; astray: number }

/** Shops take turns within each round; then a rush on fifty of one product. */
export async function measureCheckouts(
  shops: Subject[],
  size: Size,
  crowds: readonly number[] = BUYERS,
): Promise<{ speeds: Speed[]; rushes: Rush[] }> {
  const selling = await Promise.all(shops.map((shop) => prepare(shop)))
  for (let round = 0; round < size.rounds; round++) {
    for (const buyers of crowds)
      for (const one of selling) one.stints.push(await sellFor(one, buyers, size.seconds))
  }
  const rushes: Rush[] = []
  for (const one of selling) rushes.push(await rush(one))
  return { speeds: selling.flatMap((one) => crowds.map((buyers) => speedOf(one, buyers))), rushes }
}

/** What one checkout costs with eight buyers at once. @throws Error when one fails */
export async function measureBuying(shop: Subject, seconds: number) {
  const selling = await prepare(shop, SOLD)
  await sellFor(selling, 8, 1)
  selling.stints.push(await sellFor(selling, 8, seconds))
  const { cpuMs, p50, p99, failed } = speedOf(selling, 8)
  if (failed > 0) throw new Error(`${failed} checkouts failed.`)
  return { cpuMs, p50, p99, bytes: 0 }
}

function speedOf({ subject, stints }: Selling, buyers: number): Speed {
  const own = stints.filter((stint) => stint.buyers === buyers)
  const all = own.flatMap(({ checkouts }) => checkouts)
  const times = all.map(({ ms }) => ms)
  return {
    shop: subject.name,
    buyers,
    perSecond: median(own.map(({ checkouts, seconds }) => checkouts.length / seconds)),
    p50: median(times),
    p99: percentile(times, 0.99),
    cpuMs: median(own.map((stint) => (stint.cpuSeconds * 1000) / stint.checkouts.length)),
    failed: all.filter(({ status }) => status !== 201).length,
  }
}

async function prepare(subject: Subject, most = Number.POSITIVE_INFINITY): Promise<Selling> {
  const ask = asker(subject.url)
  const cookie = await signIn(ask)
  const all = await listProducts(ask)
  const step = Math.ceil(all.length / most) || 1
  const products = all.filter((_, index) => index % step === 0)
  for (const product of products) await setStock(ask, cookie, product, MAX_UNITS)
  return { subject, ask, cookie, products, stints: [] }
}

async function sellFor(
  { subject, ask, products }: Selling,
  buyers: number,
  seconds: number,
): Promise<Stint> {
  const before = cpuSeconds(subject.pid)
  const start = performance.now()
  const checkouts: Checkout[] = []
  const buy = async () => {
    while (performance.now() - start < seconds * 1000)
      checkouts.push(await checkOut(ask, someOf(products)))
  }
  await Promise.all(Array.from({ length: buyers }, buy))
  const took = (performance.now() - start) / 1000
  return { buyers, checkouts, seconds: took, cpuSeconds: cpuSeconds(subject.pid) - before }
}

export function someOf(products: Product[]): Product[] {
  const first = Math.floor(Math.random() * (products.length - LINES))
  return products.slice(first, first + LINES)
}

async function rush({ subject, ask, cookie, stints }: Selling): Promise<Rush> {
  const sold = stints
    .flatMap(({ checkouts }) => checkouts)
    .reduce((sum, { units }) => sum + units, 0)
  const products = await listProducts(ask)
  const [scarce] = products
  if (!scarce) throw new Error('The shop is empty.')
  const gone = products.reduce((sum, { stock }) => sum + MAX_UNITS - stock, 0)
  await setStock(ask, cookie, scarce, RUSH.stock)
  const tried: Checkout[] = []
  let left = RUSH.tries
  const buy = async () => {
    while (left-- > 0) tried.push(await checkOut(ask, [scarce]))
  }
  await Promise.all(Array.from({ length: RUSH.buyers }, buy))
  const placed = tried.filter(({ status }) => status === 201).length
  const refused = tried.filter(({ status }) => status === 409).length
  const after = (await listProducts(ask)).find(({ id }) => id === scarce.id)?.stock ?? Number.NaN
  const astray = Math.abs(gone - sold) + Math.abs(RUSH.stock - placed - after)
  return { shop: subject.name, placed, refused, other: tried.length - placed - refused, astray }
}
