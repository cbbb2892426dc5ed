import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import type { Bucket } from '#server/config/services.ts'
import type { AShop } from './a-shop.ts'
import { quickPlace } from './quick-place.ts'

/** The server's only key; anything not signed with it is refused. */
const KEY = 'S3RVER'
const NAME = 'farm-pictures'

/** The server's name for an object's file on disk. */
const OBJECT = '._S3rver_object'

export type ABucket = {
  bucket: Bucket
  env: Record<string, string>
  files(shop: AShop): Promise<string[]>
  /** What was put under a name, outside all shops' folders; null if nothing was. */
  read(name: string): Promise<Buffer | null>
  /** Backdates a file. */
  age(shop: AShop, file: string, at: Date): Promise<void>
  /** Takes the store offline; `open` brings it back at the same address. */
  close(): Promise<void>
  open(): Promise<void>
}

/** An empty bucket on its own S3 server that checks signatures; gone when the test ends. */
export async function aBucket(): Promise<ABucket> {
  const directory = await mkdtemp(join(quickPlace(), 'farmstand-bucket-'))
  let server: S3rver | null = null
  let port = 0
  const open = async () => {
    server = serverOn(directory, port)
    port = (await server.run()).port
  }
  const close = async () => {
    await server?.close()
    server = null
  }
  await open()
  onTestFinished(async () => {
    await close()
    await rm(directory, { recursive: true, force: true })
  })
  const bucket = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: NAME,
    key: KEY,
    secret: KEY,
  }
  const folderOf = (shop: AShop) => join(directory, NAME, shop.shop.id)
  return {
    bucket,
    env: variablesOf(bucket),
    files: async (shop) => {
      const all = await readdir(folderOf(shop)).catch(() => [])
      return all
        .filter((file) => file.endsWith(OBJECT))
        .map((file) => file.slice(0, -OBJECT.length))
    },
    read: (name) => readFile(join(directory, NAME, name + OBJECT)).catch(() => null),
    age: (shop, file, at) => utimes(join(folderOf(shop), file + OBJECT), at, at),
    close,
    open,
  }
}

export function variablesOf({ endpoint, bucket, key, secret }: Bucket): Record<string, string> {
  return {
    UPLOADS_S3_ENDPOINT: endpoint,
    UPLOADS_S3_BUCKET: bucket,
    UPLOADS_S3_KEY: key,
    UPLOADS_S3_SECRET: secret,
  }
}

function serverOn(directory: string, port: number): S3rver {
  const configureBuckets = [{ name: NAME }]
  const wishes = {
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets,
  }
  return new S3rver(wishes)
}
