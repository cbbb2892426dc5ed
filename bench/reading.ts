import { asker } from './ask.ts'
import { compare, type Result } from './load.ts'
import { isInstalled } from './processes.ts'
import type { Size } from './size.ts'
import { copyOf, type Subject, startBare, startNginx } from './subjects.ts'

const BROTLI = { 'accept-encoding': 'br, gzip' }

export async function measureReading(shop: Subject, size: Size): Promise<Result[]> {
  const ask = asker(shop.url)
  const home = await ask('/', { headers: BROTLI })
  const html = (await ask('/')).bytes.toString()
  const picture = /"(\/uploads\/[^" ]+)/.exec(html)?.[1] ?? ''
  const parts: [part: string, path: string, headers: Record<string, string>][] = [
    ['home page, cached', '/', BROTLI],
    ['home page, 304', '/', { ...BROTLI, 'if-none-match': home.headers.etag ?? '' }],
    ['GET /api/products', '/api/products', BROTLI],
    ['content page', /"(\/pages\/[a-z-]+)"/.exec(html)?.[1] ?? '', BROTLI],
    ['picture', picture, {}],
  ]
  const results: Result[] = []
  for (const [part, path, headers] of parts) {
    const copy = await copyOf(shop.url, path, headers)
    const bare = await startBare(copy)
    const nginx =
      path === '/' && copy.status === 200 && isInstalled('nginx') ? [await startNginx(copy)] : []
    const load = { path: path, headers, connections: 32, seconds: size.seconds }
    results.push(...(await compare(part, [bare, shop, ...nginx], load, size.rounds)))
    for (const subject of [bare, ...nginx]) await subject.stop()
  }
  return results
}
