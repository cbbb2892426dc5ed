import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { type Asking, aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { cookieOf } from '../a-shop.ts'
import { readJson } from '../locked-packages.ts'
import {
  aContainer,
  aDebian,
  aNetwork,
  aStore,
  findTools,
  makeBases,
  mostMemory,
  type Network,
  PROJECT,
  type Store,
  sizeOf,
} from './an-image.ts'

const tools = await findTools()

/** In bytes: of the image as it is pulled, and of the build's memory. */
const LARGEST = 150e6
const MOST_MEMORY = 700e6

const USER = 1000
const NEXT = '9.9.9'

const TITLE = 'Eggs of seven brown hens'

test.skipIf(!tools)(
  'the image is built with little memory and is small; a container of it is nobody in particular, keeps its volume over an update, and stops when told to',
  { timeout: 1_800_000, retry: 0 },
  async () => {
    if (!tools) return
    const work = await mkdtemp(join(tmpdir(), 'farmstand-image-'))
    onTestFinished(() => rm(work, { recursive: true, force: true }))
    const store = aStore(tools, work)
    await makeBases(store, await aDebian(tools, join(work, 'debian')))
    const words = ['--pull-never', '--format', 'docker', '-t', 'shop', PROJECT]
    const memory = await mostMemory(store.ask('bud', '--isolation', 'chroot', ...words))
    await store.ask('push', '-q', '--compression-format', 'gzip', 'shop', `dir:${work}/pulled`)
    const size = await sizeOf(join(work, 'pulled'))
    console.log(`The build took ${memory / 1e6} MB of memory; the image has ${size / 1e6} MB.`)

    const net = await aNetwork(tools, onTestFinished)
    const volume = join(work, 'volume')
    await mkdir(volume)
    await chown(volume, USER, USER)
    const first = await aContainer(store, net, { image: 'shop', volume })
    expect(first.users).toEqual([USER, USER, USER, USER])
    expect(await first.isHealthy()).toBe(true)
    const { version } = readJson<{ version: string }>('package.json')
    expect(await first.type(['farmstand', '--version'])).toBe(`${version}\n`)
    const password = aPassword(first.printed())
    await signedIn(net, password).put('/api/settings/hero_title', { value: TITLE })
    const { id } = await buy(net)
    expect(await first.stop()).toBe(0)
    expect(await first.isHealthy()).toBe(false)

    await nextImage(store)
    const next = await aContainer(store, net, { image: 'next', volume })
    expect(await next.type(['farmstand', '--version'])).toBe(`${NEXT}\n`)
    expect(aPassword(next.printed())).toBeUndefined()
    expect(await next.isHealthy()).toBe(true)
    const desk = signedIn(net, password)
    expect(await desk.get('/api/settings')).toContainEqual(
      expect.objectContaining({ key: 'hero_title', value: TITLE }),
    )
    expect(await desk.get('/api/orders')).toMatchObject([{ id }])
    expect(await next.type(['farmstand', 'check-books'])).toContain('The books balance.')
    expect(await next.stop()).toBe(0)

    expect(memory).toBeLessThan(MOST_MEMORY)
    expect(size).toBeLessThan(LARGEST)
  },
)

const aPassword = (printed: string) => /shown this once: (\S.*)/.exec(printed)?.[1]

function signedIn(net: Network, password = '') {
  const ask = async (asking: Asking) => {
    const login = { method: 'POST', url: '/api/admin/login', payload: { password } } as const
    const cookie = cookieOf(await net.inject(login))
    const answer = await net.inject({ ...asking, headers: { cookie } })
    expect([asking.url, answer.statusCode]).toEqual([asking.url, 200])
    return answer.json()
  }
  return {
    get: (url: string) => ask({ url }),
    put: (url: string, payload: object) => ask({ method: 'PUT', url, payload }),
  }
}

async function buy(net: Network): Promise<Order> {
  const products: Product[] = (await net.inject({ url: '/api/products' })).json()
  const product = products.find(({ stock }) => stock > 1)
  if (!product) throw new Error('Nothing is in stock.')
  const answer = await aKeyedBuyer(net).buy(orderBody([[product, 1]]))
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

/** The next release, which is this one but for its number. */
async function nextImage({ ask, work }: Store): Promise<void> {
  const file = join(work, 'package.json')
  await writeFile(file, JSON.stringify({ ...readJson<object>('package.json'), version: NEXT }))
  const container = await ask('from', '--pull-never', 'shop')
  await ask('copy', '-q', container, file, '/farmstand/package.json')
  await ask('commit', '-q', '--format', 'docker', container, 'next')
}
